import CorpusFiles
import Foundation
import Testing

@testable import momgen

struct MergeVerbTests {
  private static func contents(_ attributes: (String, String)...) -> String {
    let lines = attributes.map { name, type in
      "        <attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model>
          <entity name="Player">
      \(lines.joined())    </entity>
      </model>
      """
  }

  private static func current(_ name: String) -> String {
    "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key>\n"
      + "<string>\(name)</string></dict></plist>\n"
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> (Run, Scratch) {
    let scratch = try Scratch()
    let paths = try [("base", base), ("ours", ours), ("theirs", theirs)].map {
      try scratch.write($1, to: $0)
    }
    return (Run(words: ["merge"] + paths), scratch)
  }

  @Test func editsSideBySideMerge() throws {
    let (run, scratch) = try merge(
      Self.contents(("a", "String")),
      Self.contents(("a", "String"), ("b", "Date")),
      Self.contents(("a", "String"), ("c", "Boolean"))
    )
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    let merged = try scratch.read("ours")
    for name in ["a", "b", "c"] { #expect(merged.contains("name=\"\(name)\"")) }
    #expect(!merged.contains("<<<<<<<"))
  }

  @Test func conflictsAreMarkedAndReported() throws {
    let (run, scratch) = try merge(
      Self.contents(("a", "String"), ("z", "String")),
      Self.contents(("a", "Integer 16"), ("z", "String")),
      Self.contents(("a", "Integer 64"), ("z", "String"))
    )
    #expect(run.exitCode == 1)
    #expect(
      run.errorOutput.contains(
        "attribute Player.a: type is Integer 16 in ours and Integer 64 in theirs"
      )
    )
    let lines = try scratch.read("ours").split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "<<<<<<< ours"))
    #expect(lines[start + 1].contains("Integer 16"))
    #expect(lines[start + 2] == "=======")
    #expect(lines[start + 3].contains("Integer 64"))
    #expect(lines[start + 4] == ">>>>>>> theirs")
  }

  @Test func theCurrentVersionMerges() throws {
    let (run, scratch) = try merge(Self.current("A"), Self.current("A"), Self.current("B"))
    #expect(run.exitCode == 0)
    #expect(try scratch.read("ours") == Self.current("B"))
    let (conflict, other) = try merge(Self.current("A"), Self.current("C"), Self.current("B"))
    #expect(conflict.exitCode == 1)
    #expect(conflict.errorOutput.contains("ours makes 'C' the current version, and theirs 'B'"))
    #expect(try other.read("ours").contains("<<<<<<< ours\n<string>C</string>"))
  }

  @Test func aBrokenSideChangesNothing() throws {
    let (run, scratch) = try merge(Self.contents(), "<model", Self.contents(("a", "Date")))
    #expect(run.exitCode == 3)
    #expect(try scratch.read("ours") == "<model")
    #expect(Run("merge", "one").exitCode == 2)
  }
}

/// The driver in a repository: the result of git itself.
struct MergeDriverTests {
  @Test func installationIsCarefulAndRepeats() throws {
    let repository = try GitRepository()
    let folder = repository.scratch.folder.path
    let installation = MergeDriverInstallation(folder: folder)
    let dry = installation.run(isDryRun: true, in: .plain)
    let text = String(decoding: dry.output, as: UTF8.self)
    #expect(text.contains("git config merge.momgen.driver"))
    #expect(text.hasSuffix("\nThis was a dry run: nothing was changed.\n"))
    #expect(!FileManager.default.fileExists(atPath: folder + "/.gitattributes"))

    try repository.scratch.write("*.png binary", to: ".gitattributes")
    #expect(installation.run(isDryRun: false, in: .plain).exitCode == .success)
    #expect(
      try repository.scratch.read(".gitattributes")
        == "*.png binary\n**/*.xcdatamodel/contents merge=momgen\n.xccurrentversion merge=momgen\n"
    )
    let again = installation.run(isDryRun: false, in: .plain)
    #expect(String(decoding: again.output, as: UTF8.self).contains("already"))

    try repository.git("config", "merge.momgen.driver", "other %A")
    let refused = installation.run(isDryRun: false, in: .plain)
    #expect(refused.exitCode == .usage)
    #expect(String(decoding: refused.errorOutput, as: UTF8.self).contains("'other %A' already"))
  }

  /// The built program, which git runs.
  private static let program = Corpus.package.appending(path: ".build/debug/momgen").path

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program)))
  func gitMergesWithTheDriver() throws {
    let repository = try GitRepository()
    let file = "My Model.xcdatamodeld/My Model 2.xcdatamodel/contents"
    func write(_ names: String...) throws {
      let lines = names.map { "<attribute name=\"\($0)\" attributeType=\"Date\"/>\n" }.joined()
      try repository.scratch.write(
        "<model>\n<entity name=\"E\">\n\(lines)</entity>\n</model>\n",
        to: file
      )
    }
    _ = MergeDriverInstallation(folder: repository.scratch.folder.path)
      .run(isDryRun: false, in: .plain)
    try repository.git(
      "config",
      "merge.momgen.driver",
      "'\(Self.program)' merge --path %P %O %A %B"
    )
    try write("a", "z")
    try repository.commit("base")
    try repository.git("checkout", "-q", "-b", "other")
    try write("a", "m", "z")
    try repository.commit("theirs")
    try repository.git("checkout", "-q", "main")
    try write("a", "n", "z")
    try repository.commit("ours")
    // Both add a line in the same place, which a merge by lines cannot resolve.
    try repository.git("merge", "-q", "--no-edit", "other")
    let merged = try repository.scratch.read(file)
    for name in ["a", "m", "n", "z"] { #expect(merged.contains("name=\"\(name)\"")) }
    #expect(!merged.contains("<<<<<<<"))
    #expect(try repository.git("status", "--short").isEmpty)
  }
}
