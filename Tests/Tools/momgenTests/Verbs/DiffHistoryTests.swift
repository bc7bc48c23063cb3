import Foundation
import Testing

@testable import momgen

/// `momgen diff --base` in repositories: moved, added and removed models, and shallow histories.
struct DiffHistoryTests {
  private static func contents(_ attributes: String...) -> String {
    let lines = attributes.map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>\n"
    }
    return "<model>\n<entity name=\"Player\">\n\(lines.joined())</entity>\n</model>\n"
  }

  private static func current(_ name: String) -> String {
    "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key>"
      + "<string>\(name).xcdatamodel</string></dict></plist>\n"
  }

  /// A repository with one bundle of one version.
  private static func repository() throws -> GitRepository? {
    let repository = try GitRepository()
    try repository.scratch.write(contents("name"), to: "Old/M.xcdatamodeld/M.xcdatamodel/contents")
    try repository.scratch.write(current("M"), to: "Old/M.xcdatamodeld/.xccurrentversion")
    try repository.commit("one")
    return repository
  }

  private func status(_ repository: GitRepository) throws -> String {
    try repository.git("status", "--short")
  }

  @Test func aNewBundle() throws {
    guard let repository = try Self.repository() else { return }
    try repository.scratch.write(Self.contents("a"), to: "N.xcdatamodeld/N.xcdatamodel/contents")
    let run = Run("diff", "--base", "HEAD", "--sql", repository.scratch.path("N.xcdatamodeld"))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.contains("The model is new: it has no stores."))
    #expect(run.output.contains("+ entity Player added"))
    #expect(run.output.contains("CREATE TABLE ZPLAYER"))
    #expect(try status(repository) == "?? N.xcdatamodeld/\n")
  }

  @Test func aBundleThatIsGone() throws {
    guard let repository = try Self.repository() else { return }
    let folder = repository.scratch.path("Old/M.xcdatamodeld")
    try FileManager.default.removeItem(atPath: folder)
    let run = Run("diff", "--base", "HEAD", folder)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("The model was removed"))
    #expect(run.output.contains("version 'M' is in the history and was removed"))
    // A model on neither side is a usage error.
    let typo = Run("diff", "--base", "HEAD", repository.scratch.path("Old/X.xcdatamodeld"))
    #expect(typo.exitCode == 3)
    #expect(typo.errorOutput.contains("neither in 'HEAD' nor in the work tree"))
  }

  @Test(
    arguments: ["New/M.xcdatamodeld", "New/Deep/Other.xcdatamodeld", "M.xcdatamodeld"],
    [true, false]
  )
  func aBundleThatMoved(to place: String, isCommitted: Bool) throws {
    guard let repository = try Self.repository() else { return }
    let scratch = repository.scratch
    try FileManager.default.createDirectory(
      at: URL(filePath: scratch.path(place)).deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try FileManager.default.moveItem(
      atPath: scratch.path("Old/M.xcdatamodeld"),
      toPath: scratch.path(place)
    )
    try scratch.write(Self.contents("name", "new"), to: "\(place)/M 2.xcdatamodel/contents")
    try scratch.write(Self.current("M 2"), to: "\(place)/.xccurrentversion")
    if isCommitted { try repository.commit("moved") }
    let base = isCommitted ? "HEAD~1" : "HEAD"
    for head in isCommitted ? [["--head", "HEAD"], []] : [[]] {
      let run = Run(words: ["diff", "--base", base] + head + [scratch.path(place)])
      #expect(run.exitCode == 0, "\(run.errorOutput)")
      #expect(run.output.contains("moved from Old/M.xcdatamodeld"), "\(run.output)")
      #expect(run.output.contains("+ version M 2 added"))
      #expect(run.output.contains("current version: M → M 2"))
      #expect(run.output.contains("+ attribute Player.new added"))
      #expect(!run.output.contains("is gone"))
      let finds = run.output.contains("code that loads 'M' by name fails")
      #expect(finds == place.contains("Other"))
    }
  }

  /// A copy is not a move: the model is still there.
  @Test func aCopyIsNew() throws {
    guard let repository = try Self.repository() else { return }
    try FileManager.default.copyItem(
      atPath: repository.scratch.path("Old/M.xcdatamodeld"),
      toPath: repository.scratch.path("Copy.xcdatamodeld")
    )
    let run = Run("diff", "--base", "HEAD", repository.scratch.path("Copy.xcdatamodeld"))
    #expect(run.output.contains("The model is new"))
  }

  @Test func versionsComeAndGo() throws {
    guard let repository = try Self.repository() else { return }
    let bundle = "Old/M.xcdatamodeld"
    let path = repository.scratch.path(bundle)
    // Added, and not current yet.
    try repository.scratch.write(
      Self.contents("name", "new"),
      to: "\(bundle)/M 2.xcdatamodel/contents"
    )
    let added = Run("diff", "--base", "HEAD", path)
    #expect(added.exitCode == 0)
    #expect(added.output.contains("+ version M 2 added\n      it is not the current version"))
    #expect(added.output.contains("The version hashes are the same"))
    // Made current.
    try repository.scratch.write(Self.current("M 2"), to: "\(bundle)/.xccurrentversion")
    let switched = Run("diff", "--base", "HEAD", "--format", "markdown", path)
    #expect(switched.output.contains("| model bundle `M` changed | current version: M → M 2 |"))
    #expect(switched.output.contains("attribute `Player.new` added"))
    // The old one is renamed.
    try FileManager.default.moveItem(
      atPath: path + "/M.xcdatamodel",
      toPath: path + "/M 1.xcdatamodel"
    )
    let renamed = Run("diff", "--base", "HEAD", path)
    #expect(renamed.output.contains("~ version M 1 renamed from M"))
    #expect(renamed.exitCode == 0)
    // And removed.
    try FileManager.default.removeItem(atPath: path + "/M 1.xcdatamodel")
    let gone = Run("diff", "--base", "HEAD", path)
    #expect(gone.exitCode == 1)
    #expect(gone.output.contains("version 'M' is in the history and was removed"))
    #expect(Run("diff", "--base", "HEAD", "--fail-on", "never", path).exitCode == 0)
  }

  @Test func aBundleWithoutACurrentVersion() throws {
    guard let repository = try Self.repository() else { return }
    let bundle = "Old/M.xcdatamodeld"
    let path = repository.scratch.path(bundle)
    try FileManager.default.removeItem(atPath: path + "/.xccurrentversion")
    try repository.scratch.write(
      Self.contents("name", "new"),
      to: "\(bundle)/M 2.xcdatamodel/contents"
    )
    let run = Run("diff", "--base", "HEAD", path)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("+ attribute Player.new added"))
    #expect(run.errorOutput.contains("the newest, 'M 2', is used"))
    #expect(Run("diff", path).output.contains("M → M 2"))
  }

  @Test func aVersionThatCannotBeReadAnyMore() throws {
    guard let repository = try Self.repository() else { return }
    let bundle = "Old/M.xcdatamodeld"
    let path = repository.scratch.path(bundle)
    try repository.scratch.write("<model>", to: "\(bundle)/M.xcdatamodel/contents")
    try repository.scratch.write(
      Self.contents("name", "new"),
      to: "\(bundle)/M 2.xcdatamodel/contents"
    )
    try repository.scratch.write(Self.current("M 2"), to: "\(bundle)/.xccurrentversion")
    let run = Run("diff", "--base", "HEAD", path)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("version 'M' is in the history and can no longer be read"))
  }

  @Test func theCommitInCommon() throws {
    guard let repository = try Self.repository() else { return }
    let bundle = "Old/M.xcdatamodeld"
    let path = repository.scratch.path(bundle)
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.git("checkout", "-q", "main")
    try repository.scratch.write(
      Self.contents("name", "new"),
      to: "\(bundle)/M 2.xcdatamodel/contents"
    )
    try repository.commit("main goes on")
    try repository.git("checkout", "-q", "topic")
    // Main has a newer version that the topic lacks; the topic did not remove it.
    #expect(
      Run("diff", "--base", "main", path).output.contains("'M 2' is in the history and was removed")
    )
    #expect(Run("diff", "--base", "main", "--merge-base", path).output.contains("no changes"))
    #expect(Run("diff", "--merge-base", path).exitCode == 2)
  }

  @Test func aShallowCloneNamesMissingCommits() throws {
    guard let repository = try Self.repository() else { return }
    try repository.scratch.write("x", to: "x")
    try repository.commit("two")
    let clone = try Scratch()
    try repository.git(
      "clone",
      "-q",
      "--depth",
      "1",
      "file://\(repository.scratch.folder.path)",
      clone.path("c")
    )
    let path = clone.path("c/Old/M.xcdatamodeld")
    let run = Run("diff", "--base", "HEAD~1", path)
    #expect(run.exitCode == 3)
    #expect(run.errorOutput.contains("there is no revision 'HEAD~1', but the clone is shallow"))
    #expect(run.errorOutput.contains("'fetch-depth: 0'"))
    #expect(Run("diff", "--base", "HEAD", path).exitCode == 0)
  }

  @Test(arguments: ["", "/", "/.", "/M.xcdatamodel", "/../M.xcdatamodeld"])
  func waysToNameAModel(suffix: String) throws {
    guard let repository = try Self.repository() else { return }
    let path = repository.scratch.path("Old/M.xcdatamodeld") + suffix
    let run = Run("diff", "--base", "HEAD", path)
    guard suffix.contains(".xcdatamodeld") || suffix == "/." else {
      #expect(run.output.contains("no changes"), "\(run.errorOutput)")
      return
    }
    // The message uses the user's paths.
    #expect(
      run.output.contains("no changes") || run.errorOutput.contains(path),
      "\(run.errorOutput)"
    )
  }
}
