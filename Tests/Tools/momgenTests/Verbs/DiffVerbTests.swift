import CommandLineParsing
import Foundation
import Testing

@testable import momgen

struct DiffVerbTests {
  private static func contents(_ attribute: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model><entity name="Player"><attribute name="\(attribute)" optional="YES" \
    attributeType="String"/></entity></model>
    """
  }

  @Test(arguments: ["text", "markdown", "json", "github"])
  func formats(format: String) throws {
    let run = Run("diff", "--format", format, SampleModel.path("League"))
    #expect(run.exitCode == 0)
    let root = SampleModel.path("League")
    let output = run.output.replacingOccurrences(of: root, with: "League.xcdatamodeld")
    try Golden.expect(output, equals: "diff/League.\(format).txt")
  }

  @Test(arguments: ["sqlite", "postgresql"])
  func migrationGolden(dialect: String) throws {
    let run = Run("diff", "--sql", "--dialect", dialect, SampleModel.path("League"))
    #expect(run.exitCode == 0)
    try Golden.expect(run.output, equals: "diff/League.\(dialect).sql.txt")
  }

  @Test(arguments: [
    ("compatible", 1), ("lightweight", 1), ("mapping", 0), ("data-loss", 0), ("never", 0),
  ])
  func failing(threshold: String, code: Int32) {
    #expect(Run("diff", "--fail-on", threshold, SampleModel.path("League")).exitCode == code)
  }

  @Test func noDifferenceIsNoFinding() {
    let path = SampleModel.path("League")
    #expect(Run("diff", "--fail-on", "compatible", path, path).exitCode == 0)
  }

  /// A change that loses data may prevent the migration as well; the verdict states both.
  @Test func theVerdictListsAllConsequences() throws {
    func model(_ parent: String, _ child: String) -> String {
      "<model><entity name=\"Player\">\(parent)</entity>"
        + "<entity name=\"Keeper\" parentEntity=\"Player\">\(child)</entity></model>"
    }
    func note(_ type: String) -> String {
      "<attribute name=\"note\" optional=\"YES\" attributeType=\"\(type)\"/>"
    }
    let scratch = try Scratch()
    let old = try scratch.write(model(note("Double"), ""), to: "old/contents")
    let verdicts = [
      ("Double", "Core Data migrates stores automatically, and data is lost."),
      ("String", "Core Data cannot migrate every store by itself, and data is lost."),
    ]
    for (type, verdict) in verdicts {
      let new = try scratch.write(model("", note(type)), to: "new \(type)/contents")
      let run = Run("diff", "--sql", old, new)
      #expect(run.output.contains(verdict), "\(run.output)")
      #expect(run.output.contains("-- Obstacle: ") == (type == "String"))
    }
  }

  @Test func badWordsAreRefused() {
    let path = SampleModel.path("League")
    #expect(Run("diff", path, path, path).exitCode == 2)
    #expect(Run("diff", SampleModel.path("Contacts")).exitCode == 2)
    #expect(Run("diff", "--from", "Nothing", path).exitCode == 3)
  }

  @Test func aPersonIsAskedAboutRenames() throws {
    let scratch = try Scratch()
    let old = try scratch.write(Self.contents("isoCode"), to: "old/contents")
    let new = try scratch.write(Self.contents("isoCode_"), to: "new/contents")
    guard case .run(let arguments) = try Momgen.command.parse(["diff", "--sql", old, new]) else {
      Issue.record("the words are not understood")
      return
    }
    var questions: [String] = []
    func output(_ answer: String) -> String {
      let outcome = DiffVerb.run(arguments, in: .plain) { question in
        questions.append(question)
        return answer
      }
      return String(decoding: outcome.output, as: UTF8.self)
    }
    #expect(output("y").contains("RENAME COLUMN ZISOCODE TO ZISOCODE_"))
    #expect(!output("n").contains("RENAME COLUMN"))
    #expect(questions.first == "Is Player.isoCode_ the new name of Player.isoCode? [y/N] ")
    let assumed = Run("diff", "--assume", "rename", old, new)
    #expect(assumed.output.contains("set elementID=\"isoCode\" on Player.isoCode_"))
    #expect(assumed.exitCode == 1)
  }

  @Test(arguments: ["diff", "lint"])
  func outsideOfARepositoryAHintNamesTheComparisonOfFiles(verb: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.contents("name"), to: "M.xcdatamodel/contents")
    let run = Run(verb, "--base", "HEAD", scratch.path("M.xcdatamodel"))
    #expect(run.exitCode == 3)
    #expect(run.errorOutput.contains("[git]"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("hint: revisions are those of the repository"))
  }

  @Test func theHistoryHasTheShippedVersion() throws {
    let repository = try GitRepository()
    let file = "M.xcdatamodeld/M.xcdatamodel/contents"
    try repository.scratch.write(Self.contents("name"), to: file)
    try repository.commit("one")
    let path = repository.scratch.path("M.xcdatamodeld")
    #expect(Run("diff", "--base", "HEAD", path).output.contains("no changes"))

    try repository.scratch.write(Self.contents("title"), to: file)
    let run = Run("diff", "--base", "HEAD", path)
    #expect(run.exitCode == 1)
    #expect(run.output.contains("version 'M' is in the history and was edited"))
    #expect(try repository.git("status", "--short") == " M \(file)\n")

    try repository.commit("two")
    let between = Run("diff", "--base", "HEAD~1", "--head", "HEAD", path)
    #expect(between.output.contains("attribute Player.title added"))
    let unknown = Run("diff", "--base", "nowhere", path)
    #expect(unknown.exitCode == 3)
    #expect(unknown.errorOutput.contains("there is no revision 'nowhere'"))
    #expect(Run("diff", "--base", "--output=x", path).exitCode == 2)
  }
}
