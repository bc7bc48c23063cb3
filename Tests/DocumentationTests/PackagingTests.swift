import BuiltPrograms
import Foundation
import Testing

/// The targets `make install`, `make deb` and `make release`, run with the programs that were built for tests.
///
/// Optimized builds take minutes; `make test-packages` and `make test-release` test those.
@Suite(.enabled(if: BuiltPrograms.path(of: "momgen") != nil))
struct PackagingTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // In a folder with a space in its name, so that all scripts have to quote.
    let outcome = try sandbox.run(
      """
      mkdir "$TMPDIR/built programs"
      for program in momgen momgen-studio league; do
        cp -L "$(command -v $program)" "$TMPDIR/built programs/"
        strip "$TMPDIR/built programs/$program"
      done
      """
    )
    try #require(outcome.status == 0, "\(outcome.output)")
  }

  private static let install =
    "sh \"$PACKAGE/.ci/install\" install \"$TMPDIR/built programs\" /opt/tools \"$PWD/a root\""
  private static let uninstall = "sh \"$PACKAGE/.ci/install\" uninstall /opt/tools \"$PWD/a root\""

  /// Runs a script that prints nothing but what is expected.
  private func expect(_ script: String, prints expected: String = "") throws {
    let outcome = try sandbox.run(script)
    #expect(outcome.output == expected && outcome.status == 0, "\(script)\n\(outcome.output)")
  }

  @Test("Installed programs work from their place, and are removed without a trace")
  func installation() throws {
    try expect(
      "mkdir -p 'a root/opt/tools/share/man/man1'; echo mine > 'a root/opt/tools/share/man/man1/mine.1'"
    )
    let outcome = try sandbox.run(Self.install)
    #expect(outcome.output.hasPrefix("Installed momgen "), "\(outcome.output)")
    try expect(
      """
      cd "a root/opt/tools"
      test "$(bin/momgen --version)" = "$(momgen --version)"
      test "$(bin/league --version)" = "$(league --version)"
      bundle=lib/opencoredata/momgen.artifactbundle
      cmp bin/momgen "$bundle/$(sed -n 's/.*"path": "\\([^"]*\\)".*/\\1/p' $bundle/info.json)"
      ! readlink -f $bundle/*/bin/momgen | grep -q 'built programs'
      cmp <(momgen manual generate) share/man/man1/momgen-generate.1
      cmp <(league manual team add) share/man/man1/league-team-add.1
      cmp <(momgen completions zsh) share/zsh/site-functions/_momgen
      cmp <(league completions fish) share/fish/vendor_completions.d/league.fish
      for page in share/man/man1/{momgen,league}*.1; do groff -man -Tutf8 -ww -z "$page"; done
      bash -c '. share/bash-completion/completions/momgen && complete -p momgen >/dev/null'
      if command -v zsh >/dev/null; then
        zsh -fc 'fpath=($PWD/share/zsh/site-functions $fpath); autoload -Uz compinit; compinit -D -u
          test "$_comps[momgen]" = _momgen && test "$_comps[league]" = _league'
      fi
      if command -v fish >/dev/null; then
        XDG_DATA_DIRS=$PWD/share fish -c 'complete -C "momgen valid"' | grep -q '^validate'
      fi
      """
    )
    try expect(Self.uninstall, prints: "Removed from \(sandbox.folder.path)/a root/opt/tools\n")
    try expect("find 'a root' ! -type d", prints: "a root/opt/tools/share/man/man1/mine.1\n")
    // Existing folders stay, and created ones are removed.
    try expect(
      "find 'a root' -type d | sort",
      prints: """
        a root
        a root/opt
        a root/opt/tools
        a root/opt/tools/share
        a root/opt/tools/share/man
        a root/opt/tools/share/man/man1

        """
    )
    let again = try sandbox.run(Self.uninstall)
    #expect(
      again.status != 0 && again.output.contains("nothing of OpenCoreData is installed below")
    )
  }

  @Test("A later version removes what it no longer has")
  func upgrade() throws {
    #expect(try sandbox.run(Self.install).status == 0)
    try expect(
      """
      cd "a root/opt/tools"
      mkdir share/old
      echo old > share/old/page.1
      printf 'file share/old/page.1\\nfolder share/old\\n' >> share/opencoredata/installed
      """
    )
    #expect(try sandbox.run(Self.install).status == 0)
    try expect(
      "test ! -e 'a root/opt/tools/share/old' && 'a root/opt/tools/bin/momgen' help > /dev/null"
    )
    #expect(try sandbox.run(Self.uninstall).status == 0)
    try expect("test ! -e 'a root/opt/tools/bin'; find 'a root' -type f")
  }

  @Test("A prefix that is not absolute, and programs that are not there, install nothing")
  func refusals() throws {
    for (arguments, message) in [
      ("\"$TMPDIR/built programs\" tools", "the prefix 'tools' is not absolute"),
      ("\"$TMPDIR/nowhere\" \"$PWD/tools\"", "there is no program"),
    ] {
      let outcome = try sandbox.run("sh \"$PACKAGE/.ci/install\" install \(arguments)")
      #expect(outcome.status != 0 && outcome.output.contains(message), "\(outcome.output)")
      try expect("test ! -e tools")
    }
  }

  @Test(
    "The Debian package has everything in its place, and its bytes depend on the programs alone"
  )
  func debianPackage() throws {
    let made = try sandbox.run(
      """
      export COMPRESSION=none SOURCE_DATE_EPOCH=1700000000
      sh "$PACKAGE/.ci/deb" "$TMPDIR/built programs" one
      sleep 1
      sh "$PACKAGE/.ci/deb" "$TMPDIR/built programs" two > /dev/null
      cmp one/*.deb two/*.deb
      """
    )
    try #require(made.status == 0, "\(made.output)")
    let name = made.output.split(separator: "\n").last.map(String.init) ?? ""
    let version = try sandbox.run("momgen --version | cut -d' ' -f2").output.dropLast()
    #expect(name.hasPrefix("one/momgen_\(version)_") && name.hasSuffix(".deb"))
    try expect(
      "dpkg-deb -f \(name) Package Version",
      prints: "Package: momgen\nVersion: \(version)\n"
    )
    let depends = try sandbox.run("dpkg-deb -f \(name) Depends").output
    for library in ["libc6", "libxml2", "libsqlite3-0", "zlib1g", "libmicrohttpd12"] {
      #expect(depends.contains("\(library) (>= "), "\(library) is missing: \(depends)")
    }
    let files = try sandbox.run("dpkg-deb -c \(name)").output
    #expect(files.contains("momgen.artifactbundle/info.json\n"), "\(files)")
    for file in [
      "bin/momgen", "bin/momgen-studio", "bin/league", "share/man/man1/momgen-generate.1.gz",
      "share/zsh/vendor-completions/_league",
      "share/bash-completion/completions/momgen", "share/fish/vendor_completions.d/momgen.fish",
      "share/doc/momgen/copyright", "share/doc/momgen/changelog.gz",
    ] {
      #expect(files.contains("./usr/\(file)\n"), "\(file) is missing:\n\(files)")
    }
    #expect(files.split(separator: "\n").allSatisfy { $0.contains(" root/root ") })
  }

  @Test("The bill of materials names what the programs are made of, with identifiers of SPDX")
  func materials() throws {
    let outcome = try sandbox.run(
      """
      mkdir files && echo one > 'files/a+b c.tar.gz'
      cd "$PACKAGE"
      export SOURCE_DATE_EPOCH=1700000000
      sh .ci/materials 0.1.0 "$TMPDIR/built programs" "$OLDPWD/files" swift
      """
    )
    try #require(outcome.status == 0, "\(outcome.output)")
    let document = try JSONDecoder().decode(Materials.self, from: Data(outcome.output.utf8))
    #expect(document.spdxVersion == "SPDX-2.3")
    #expect(document.creationInfo.created == "2023-11-14T22:13:20Z")
    #expect(document.identifier == "SPDXRef-DOCUMENT" && document.dataLicense == "CC0-1.0")
    #expect(!document.name.isEmpty && document.documentNamespace.hasPrefix("https://"))
    #expect(document.creationInfo.creators.allSatisfy { $0.contains(/^(Organization|Tool): ./) })
    for package in document.packages {
      #expect(!package.name.isEmpty && package.downloadLocation == "NOASSERTION", "\(package)")
    }
    let identifiers = document.packages.map(\.identifier) + ["SPDXRef-DOCUMENT"]
    #expect(Set(identifiers).count == identifiers.count)
    for identifier in identifiers {
      #expect(identifier.wholeMatch(of: /SPDXRef-[A-Za-z0-9.\-]+/) != nil, "\(identifier)")
    }
    for relation in document.relationships {
      #expect(identifiers.contains(relation.spdxElementId), "\(relation)")
      #expect(identifiers.contains(relation.relatedSpdxElement), "\(relation)")
    }
    let names = document.packages.map(\.name)
    for name in ["opencoredata", "momgen", "a+b c.tar.gz", "swift-runtime", "libxml2"] {
      #expect(names.contains(name), "\(name) is missing: \(names)")
    }
    let relations = document.relationships.map {
      "\($0.spdxElementId) \($0.relationshipType) \($0.relatedSpdxElement)"
        .replacing("SPDXRef-", with: "")
    }
    for relation in [
      "DOCUMENT DESCRIBES Source", "Program-momgen STATIC_LINK Swift-runtime",
      "Program-momgen-studio STATIC_LINK Swift-foundation",
      "Program-league DYNAMIC_LINK Debian-libmicrohttpd12",
      "Program-momgen DYNAMIC_LINK Debian-libxml2",
    ] {
      #expect(relations.contains(relation), "\(relation) is missing: \(relations)")
    }
    #expect(!relations.contains("Program-momgen STATIC_LINK Swift-foundation"))
    #expect(!relations.contains("Program-momgen DYNAMIC_LINK Debian-libmicrohttpd12"))
  }

  private struct Materials: Decodable {
    struct Package: Decodable {
      let name: String
      let identifier: String
      let downloadLocation: String

      enum CodingKeys: String, CodingKey {
        case name, downloadLocation
        case identifier = "SPDXID"
      }
    }

    struct Relation: Decodable {
      let spdxElementId: String
      let relationshipType: String
      let relatedSpdxElement: String
    }

    struct Creation: Decodable {
      let created: String
      let creators: [String]
    }

    let spdxVersion: String
    let dataLicense: String
    let identifier: String
    let name: String
    let documentNamespace: String
    let creationInfo: Creation
    let packages: [Package]
    let relationships: [Relation]

    enum CodingKeys: String, CodingKey {
      case spdxVersion, dataLicense, name, documentNamespace, creationInfo, packages, relationships
      case identifier = "SPDXID"
    }
  }

  @Test(
    "A release is refused unless the work tree is clean and the version is that of sources and changes"
  )
  func releaseChecks() throws {
    try expect(
      """
      mkdir -p checkout/Sources && cd checkout
      cp -R "$PACKAGE/.ci" .
      mkdir Sources/Basics
      cp -R "$PACKAGE/Sources/Basics/ProgramVersion" Sources/Basics
      printf '# Changelog\\n\\n## 0.1.0 (2026-11-25)\\n\\n* All.\\n' > CHANGELOG.md
      git init -q && git add . && git commit -qm Everything
      """
    )
    for (change, version, message) in [
      ("true", "0.1.0", nil), ("true", "", "a release has a version"),
      ("true", "0.2.0", "Sources/Basics/ProgramVersion says that this is 0.1.0, not 0.2.0"),
      ("sed -i 's/0.1.0/0.0.1/' CHANGELOG.md", "0.1.0", "CHANGELOG.md has no section '## 0.1.0'"),
      ("touch 'new file'", "0.1.0", "the work tree is not clean: ?? \"new file\""),
    ] as [(String, String, String?)] {
      let outcome = try sandbox.run(
        "cd checkout && \(change) && RELEASE_STEP=check sh .ci/release '\(version)' swift \"$PWD/../files\""
      )
      #expect((outcome.status == 0) == (message == nil), "\(outcome.output)")
      if let message { #expect(outcome.output.contains(message), "\(outcome.output)") }
      try expect("cd checkout && git checkout -q . && git clean -qf && test ! -e ../files")
    }
  }
}
