import Foundation
import ModelReview
import Testing

@testable import momgen

struct LintVerbTests {
  private static let flawed = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Player" representedClassName="Player" syncable="YES">
            <attribute name="order" attributeType="String" indexed="YES"/>
            <relationship name="team" maxCount="1" deletionRule="Nullify" destinationEntity="Team"/>
        </entity>
        <entity name="Team" representedClassName="Team" syncable="YES">
            <relationship name="players" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Player"/>
        </entity>
    </model>
    """

  private static func flawedModel(_ scratch: Scratch) throws -> String {
    try scratch.write(flawed, to: "F.xcdatamodel/contents")
  }

  /// A run without the configuration of a parent folder, and with a rule that is off by default.
  private static func lint(_ words: String...) throws -> Run {
    let scratch = try Scratch()
    let rules = "{ lint: { rules: { \"sql-word\": \"warning\" } } }"
    let config = try scratch.write(rules, to: "momgen.json")
    return Run(words: ["lint", "--config", config] + words)
  }

  @Test func everythingIsReportedByPlace() throws {
    let scratch = try Scratch()
    let path = try Self.flawedModel(scratch)
    let run = try Self.lint(path)
    #expect(run.exitCode == 0)
    #expect(
      run.errorOutput == """
        \(path):4:26: warning: 'Player.order' is named by a word of SQL [sql-word]
          hint: rename the part, if the tables are read by hand
        \(path):4:65: warning: 'Player.order' is indexed by the flag of old models [legacy-index]
          hint: turn them into fetch indexes; --fix does
        \(path):5:29: warning: 'Player.team' has no inverse [missing-inverse]
          hint: its inverse can only be 'Team.players'
        \(path):8:29: note: the inverse is here
        \(path):8:29: warning: 'Team.players' has no inverse [missing-inverse]
          hint: its inverse can only be 'Player.team'
        \(path):5:29: note: the inverse is here

        """
    )
    #expect(run.output == "\(path): version 'F', 4 warnings\n")
    #expect(try Self.lint("-q", path).output.isEmpty)
  }

  @Test func exitCodes() throws {
    let scratch = try Scratch()
    let path = try Self.flawedModel(scratch)
    #expect(try Self.lint("--fail-on", "warning", path).exitCode == 1)
    #expect(try Self.lint("--rule", "R301=error", path).exitCode == 1)
    #expect(
      try Self.lint(
        "--fail-on",
        "warning",
        "--rule",
        "R301=note",
        "--rule",
        "sql-word=off",
        "--rule",
        "legacy-index=off",
        path
      ).exitCode == 0
    )
    // An unreadable model is worse than a finding.
    let broken = try scratch.write("<model><entity name='A' parentEntity='B'/></model>", to: "B")
    #expect(try Self.lint("--fail-on", "note", broken).exitCode == 3)
    #expect(try Self.lint("/nowhere.xcdatamodeld").exitCode == 3)
  }

  @Test(arguments: [
    (
      ["--rule", "mising-inverse=error"], "there is no rule 'mising-inverse'", "'missing-inverse'?"
    ),
    (["--rule", "missing-inverse=loud"], "'loud' is not a level of a rule", "error, warning"),
    (["--rule", "missing-inverse"], "does not set the level of the rule", "=off"),
    (["--rule", "M001=off"], "the level of 'malformed-file' cannot be set", ""),
    (["--dry-run"], "--dry-run needs --fix", ""),
    (["--config", "/nowhere/momgen.json"], "cannot read the configuration", ""),
    (["--fix", "--all-versions"], "--all-versions", ""),
  ])
  func usageErrors(words: [String], message: String, hint: String) throws {
    let run = Run(words: ["lint"] + words + [SampleModel.path("League")])
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(hint.isEmpty || run.errorOutput.contains(hint), "\(run.errorOutput)")
  }

  /// The versions in XML are checked nevertheless.
  @Test func aVersionInAnOldFormatIsPassedOver() throws {
    let scratch = try Scratch()
    try scratch.write("bplist00", to: "M.xcdatamodeld/M 1.xcdatamodel/elements")
    let path = try scratch.write(Self.flawed, to: "M.xcdatamodeld/M 2.xcdatamodel/contents")
    let bundle = scratch.path("M.xcdatamodeld")
    let run = try Self.lint("--all-versions", bundle)
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    #expect(
      run.errorOutput.contains("M 1.xcdatamodel: note: the version 'M 1' is in the binary form")
    )
    #expect(run.errorOutput.contains("\(path):5:29: warning: 'Player.team' has no inverse"))
    #expect(run.output == "\(bundle): version 'M 2', 4 warnings\n")
    #expect(try Self.lint("--all-versions", "--fail-on", "warning", bundle).exitCode == 1)
    // A bundle without others cannot be checked.
    try FileManager.default.removeItem(atPath: scratch.path("M.xcdatamodeld/M 2.xcdatamodel"))
    #expect(try Self.lint("--all-versions", bundle).exitCode == 3)
  }

  @Test func withoutModels() throws {
    let run = try Self.lint()
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("MODEL is missing, and no momgen.json names one"))
  }

  // MARK: Rules

  @Test func listOfRules() throws {
    let run = try Self.lint("--rules", "--rule", "sql-word=off")
    try Golden.expect(run.output, equals: "lint/rules.txt")
    #expect(try Self.lint("--rules", "--rule", "R301=off").output != run.output)
  }

  // MARK: Configuration

  @Test func theConfigurationIsUsed() throws {
    let scratch = try Scratch()
    _ = try Self.flawedModel(scratch)
    let config = try scratch.write(
      """
      {
        models: ["F.xcdatamodel"],
        lint: { rules: { "sql-word": "off", R301: "error", A510: "note" }, failOn: "error" },
      }
      """,
      to: "momgen.json"
    )
    let run = Run("lint", "--config", config)
    #expect(run.exitCode == 1)
    #expect(run.output.hasSuffix("F.xcdatamodel: version 'F', 2 errors, 1 note\n"))
    // The command line takes precedence.
    let other = Run(
      "lint",
      "--config",
      config,
      "--rule",
      "missing-inverse=off",
      "--fail-on",
      "note"
    )
    #expect(other.exitCode == 1)
    #expect(other.output.hasSuffix("version 'F', 1 note\n"))
  }

  @Test func mistakesInTheConfigurationArePointedAt() throws {
    let scratch = try Scratch()
    let config = try scratch.write("{\n  lint: { rules: { R999: \"off\" } },\n}", to: "momgen.json")
    let run = Run("lint", "--config", config, SampleModel.path("League"))
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.hasPrefix("\(config):2:20: error: there is no rule 'R999'"))
  }

  // MARK: Formats

  @Test func json() throws {
    let scratch = try Scratch()
    let run = try Self.lint("--diagnostics", "json", try Self.flawedModel(scratch))
    #expect(run.errorOutput.isEmpty)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    )
    let diagnostics = try #require(document["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.count == 4)
    #expect(diagnostics.first?["rule"] as? String == "sql-word")
  }

  @Test func sarif() throws {
    let scratch = try Scratch()
    let run = try Self.lint("--diagnostics", "sarif", try Self.flawedModel(scratch))
    let log = try SARIFCheck(Data(run.output.utf8))
    try log.check(results: 4)
    #expect(log.elements.count == 4 && log.elements.allSatisfy { run.output.contains("\"\($0)\"") })
    #expect(run.output.contains("\"id\": \"missing-inverse\""))
    #expect(run.output.contains("\"id\": \"lint-suppression\""))
    #expect(run.errorOutput.isEmpty)
  }

  @Test func github() throws {
    let scratch = try Scratch()
    let path = try Self.flawedModel(scratch)
    let run = try Self.lint("--diagnostics", "github", path)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count >= 4)
    #expect(lines.allSatisfy { $0.hasPrefix("::warning file=") || $0.hasPrefix("::notice file=") })
  }

  // MARK: Suppressions and versions

  @Test func suppressionsAreCounted() throws {
    let scratch = try Scratch()
    let info = """
      <userInfo><entry key="momgen.lint.ignore" value="N406: as in the old app; A510: later"/></userInfo>
      """
    let end = "    </entity>\n    <entity name=\"Team\""
    let text = Self.flawed.replacing(end, with: "        \(info)\n\(end)")
    let path = try scratch.write(text, to: "F.xcdatamodel/contents")
    #expect(try Self.lint(path).output == "\(path): version 'F', 2 warnings (2 suppressed)\n")
  }

  @Test func versionsOfABundleAreCompared() throws {
    let scratch = try Scratch()
    for name in ["M", "M 2", "M 3"] {
      try scratch.write(
        "<model><entity name=\"A\"><attribute name=\"a\" attributeType=\"String\"/></entity></model>",
        to: "M.xcdatamodeld/\(name).xcdatamodel/contents"
      )
    }
    let current = try scratch.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>
      """,
      to: "M.xcdatamodeld/.xccurrentversion"
    )
    let bundle = scratch.path("M.xcdatamodeld")
    let run = try Self.lint(bundle)
    #expect(
      run.errorOutput == """
        \(current): warning: the current version is 'M 2', but 'M 3' is newer \
        [outdated-current-version]
          hint: ignore this if 'M 3' is unfinished
        \(bundle)/M 2.xcdatamodel/contents:1:1: warning: the version 'M 2' has the same hashes as 'M' \
        [equal-versions]
          hint: remove the newer version if it is an accident; if data must be transformed, set a version \
        hash modifier on the changed part

        """
    )
    let all = try Self.lint("--all-versions", bundle)
    #expect(all.errorOutput.contains("the version 'M 3' has the same hashes as 'M 2'"))
    #expect(try Self.lint("--rule", "V102=off", "--rule", "V104=off", bundle).errorOutput.isEmpty)
  }

  // MARK: Fixing

  @Test func unambiguousFindingsAreFixed() throws {
    let scratch = try Scratch()
    let path = try Self.flawedModel(scratch)
    let dry = try Self.lint("--fix", "--dry-run", path)
    #expect(try scratch.read("F.xcdatamodel/contents") == Self.flawed)
    try Golden.expect(
      dry.output.replacing(path, with: "F.xcdatamodel/contents"),
      equals: "lint/fix.diff"
    )

    let run = try Self.lint("--fix", path)
    #expect(run.exitCode == 0)
    #expect(
      run.output == """
        \(path): fixed missing-inverse (2), legacy-index
        \(path): version 'F', 1 warning

        """
    )
    #expect(
      run.errorOutput == """
        \(path): warning: fixing has changed the version hashes of 'Player', 'Team' \
        [fix-changes-hashes]
          hint: if this version has been released, do not change it, and fix a new version
        \(path):4:26: warning: 'Player.order' is named by a word of SQL [sql-word]
          hint: rename the part, if the tables are read by hand

        """
    )
    let fixed = try scratch.read("F.xcdatamodel/contents")
    #expect(Run("format", "--check", path).exitCode == 0)

    // Once is enough.
    let again = try Self.lint("--fix", path)
    #expect(again.output == "\(path): version 'F', 1 warning\n")
    #expect(try scratch.read("F.xcdatamodel/contents") == fixed)
  }

  @Test func findingsThatCannotBeFixedInPlace() throws {
    let scratch = try Scratch()
    let text =
      "<model><entity name='A' parentEntity='B'><attribute name='a' attributeType='String' "
      + "indexed='YES'/></entity></model>"
    let broken = try scratch.write(text, to: "contents")
    #expect(try Self.lint("--fix", broken).exitCode == 3)
    #expect(try scratch.read("contents") == text)

    let compiled = scratch.path("League.momd")
    #expect(Run("compile", SampleModel.path("League"), "--output", compiled).exitCode == 0)
    let run = try Self.lint("--fix", compiled)
    #expect(run.exitCode == 2)
    #expect(run.errorOutput.contains("a compiled model cannot be fixed"))
  }

  @Test(arguments: SampleModel.names)
  func sampleModelsHaveNoErrors(name: String) throws {
    // The sample's first version is current, although there is a second one.
    let run = try Self.lint("--all-versions", "--rule", "V102=off", SampleModel.path(name))
    #expect(run.exitCode == 0, "\(run.errorOutput)")
    if name == "League" { #expect(run.errorOutput.isEmpty, "\(run.errorOutput)") }
  }
}
