import Foundation
import ModelReview
import Testing

@testable import momgen

/// `momgen lint` with a baseline, and with a base revision.
struct LintBaselineTests {
  private static func contents(_ names: String...) -> String {
    let lines = names.map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>\n"
    }
    return "<model>\n<entity name=\"Player\">\n\(lines.joined())</entity>\n</model>\n"
  }

  private func lint(_ scratch: Scratch, _ words: String...) throws -> Run {
    let rules = "{ lint: { rules: { \"sql-word\": \"warning\" } } }"
    let config = try scratch.write(rules, to: "momgen.json")
    return Run(words: ["lint", "--config", config] + words)
  }

  @Test func findingsOfTheBaselineAreNotReported() throws {
    let scratch = try Scratch()
    let baseline = scratch.path("known.json")
    let model = try scratch.write(Self.contents("order", "select"), to: "M.xcdatamodel/contents")
    let folder = scratch.path("M.xcdatamodel")
    let missing = try lint(scratch, "--baseline", baseline, folder)
    #expect(missing.exitCode == 2)
    #expect(missing.errorOutput.contains("hint: --update-baseline writes it"))

    let written = try lint(scratch, "--baseline", baseline, "--update-baseline", folder)
    #expect(written.exitCode == 0)
    #expect(written.errorOutput.isEmpty)
    #expect(written.output.hasSuffix("known.json: 2 findings\n"))
    #expect(
      try scratch.read("known.json") == """
        {
          "format": 1,
          "findings": [
            {"model":"M.xcdatamodel","rule":"sql-word","element":"Player.order","count":1},
            {"model":"M.xcdatamodel","rule":"sql-word","element":"Player.select","count":1}
          ]
        }

        """
    )
    let known = try lint(scratch, "--baseline", baseline, "--fail-on", "note", folder)
    #expect(known.exitCode == 0)
    #expect(known.errorOutput.isEmpty)
    #expect(known.output.hasSuffix("no problems (2 in the baseline)\n"), "\(known.output)")
    let dots = try lint(scratch, "--baseline", baseline, "--fail-on", "note", folder + "/.")
    #expect(dots.exitCode == 0, "\(dots.errorOutput)")

    // Lines move, one finding disappears, another appears.
    try scratch.write("\n" + Self.contents("a", "order", "group"), to: "M.xcdatamodel/contents")
    let changed = try lint(scratch, "--baseline", baseline, "--fail-on", "warning", folder)
    #expect(changed.exitCode == 1)
    #expect(changed.errorOutput.contains("'Player.group' is named by a word of SQL"))
    #expect(!changed.errorOutput.contains("Player.order"))
    #expect(
      changed.errorOutput.contains("note: 1 of the findings in the baseline are no longer found")
    )
    _ = model
  }

  @Test func aConfigurationNamesTheBaseline() throws {
    let scratch = try Scratch()
    try scratch.write(Self.contents("order"), to: "M.xcdatamodel/contents")
    let config = try scratch.write(
      "{ lint: { rules: { \"sql-word\": \"warning\" }, baseline: \"./known.json\" } }",
      to: "settings/momgen.json"
    )
    let words = ["lint", "--config", config, scratch.path("M.xcdatamodel")]
    #expect(Run(words: words + ["--update-baseline"]).exitCode == 0)
    #expect(try scratch.read("settings/known.json").contains("Player.order"))
    #expect(Run(words: words + ["--fail-on", "note"]).exitCode == 0)
  }

  @Test(arguments: [
    ("{", "known.json:1:2: error"),
    ("{ format: 2, findings: [] }", "the baseline has format 2"),
    ("{ format: 1, findings: [{ rule: \"a\" }] }", "a finding needs 'model'"),
    (
      "{ format: 1, findings: [{ model: \"m\", rule: \"a\", element: \"\", count: 0 }] }",
      "a count is"
    ),
    ("[]", "expected a baseline"),
  ])
  func badBaselines(text: String, message: String) throws {
    let scratch = try Scratch()
    let baseline = try scratch.write(text, to: "known.json")
    let run = try lint(scratch, "--baseline", baseline, SampleModel.path("League"))
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  @Test func updatingNeedsAFile() throws {
    let scratch = try Scratch()
    #expect(try lint(scratch, "--update-baseline", SampleModel.path("League")).exitCode == 2)
    #expect(
      try lint(
        scratch,
        "--update-baseline",
        "--baseline",
        "/nowhere/known.json",
        SampleModel.path("League")
      ).exitCode == 2
    )
  }

  @Test func rulesAboutChanges() throws {
    let repository = try GitRepository()
    let scratch = repository.scratch
    let file = "M.xcdatamodeld/M.xcdatamodel/contents"
    try scratch.write(Self.contents("isoCode", "city"), to: file)
    try repository.commit("one")
    try scratch.write(Self.contents("isoCode_"), to: file)
    let path = scratch.path("M.xcdatamodeld")
    #expect(try lint(scratch, path).errorOutput.isEmpty)
    let run = try lint(scratch, "--base", "HEAD", path)
    #expect(run.exitCode == 1)
    for part in [
      "version 'M' is in the history and was edited: the version hashes of Player differ "
        + "(HEAD) [edited-shipped-version]",
      "the attribute 'Player.city' is removed; all its values are deleted [destructive-change]",
      "\(file):3:18: warning: 'Player.isoCode_' looks like 'Player.isoCode' with a new name",
    ] { #expect(run.errorOutput.contains(part), "\(run.errorOutput)") }
    let levels = ["V101", "destructive-change"].flatMap { ["--rule", "\($0)=off"] }
    #expect(Run(words: ["lint", "--base", "HEAD", path] + levels).exitCode == 0)
    let sarif = try lint(scratch, "--base", "HEAD", "--diagnostics", "sarif", path)
    let log = try SARIFCheck(Data(sarif.output.utf8))
    try log.check(results: 4)
    #expect(log.elements == ["Player", "Player", "Player.isoCode_"])
    #expect(try lint(scratch, "--base", "HEAD", "--merge-base", path).output == run.output)
    #expect(try lint(scratch, "--merge-base", path).exitCode == 2)
    let unknown = try lint(scratch, "--base", "nowhere", path)
    #expect(unknown.exitCode == 3)
    #expect(unknown.errorOutput.contains("there is no revision 'nowhere'"))
  }

  /// A deliberate removal is suppressed at the former owner.
  @Test func aChangeCanBeMeant() throws {
    let repository = try GitRepository()
    let scratch = repository.scratch
    let file = "M.xcdatamodel/contents"
    try scratch.write(Self.contents("a", "city"), to: file)
    try repository.commit("one")
    let info =
      "<userInfo><entry key=\"momgen.lint.ignore\" value=\"D201: nobody used it\"/></userInfo>"
    try scratch.write(
      Self.contents("a").replacing("</entity>", with: info + "</entity>"),
      to: file
    )
    let path = scratch.path("M.xcdatamodel")
    let run = try lint(scratch, "--base", "HEAD", "--rule", "V101=off", path)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(run.output.contains("(1 suppressed)"))
  }
}
