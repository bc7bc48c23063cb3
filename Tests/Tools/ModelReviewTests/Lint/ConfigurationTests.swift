import Diagnostics
import JSON5
import Testing

@testable import ModelReview

/// Levels, targets, and how they are read.
struct ConfigurationTests {
  private static func read(_ text: String) throws -> (LintConfiguration?, [String]) {
    let value = try JSON5Reader.read(Array(text.utf8), path: "momgen.json")
    var collector = DiagnosticCollector()
    let configuration = LintConfiguration.shape.read(value, into: &collector)
    return (
      configuration,
      collector.sorted.map { "\($0.place): \($0.message)\($0.hint.map { " (\($0))" } ?? "")" }
    )
  }

  @Test func aWholeSection() throws {
    let (configuration, problems) = try Self.read(
      """
      {
        rules: { "missing-inverse": "error", N406: "off", "destructive-change": "warning" },
        targets: ["cloudkit"],
        failOn: "warning",
      }
      """
    )
    #expect(problems.isEmpty)
    #expect(
      configuration
        == LintConfiguration(
          levels: [
            "missing-inverse": .error, "sql-word": .off, "destructive-change": .warning,
          ],
          targets: [.cloudKit],
          failureThreshold: .warning
        )
    )
    #expect(configuration?.level(of: .missingInverse) == .error)
    #expect(configuration?.level(of: .noAction) == .warning)
  }

  @Test func anEmptySectionIsTheDefault() throws {
    let (configuration, problems) = try Self.read("{}")
    #expect(problems.isEmpty)
    #expect(configuration == LintConfiguration())
    #expect(configuration?.failureThreshold == .error)
  }

  @Test func everyMistakeInOneRun() throws {
    let (_, problems) = try Self.read(
      """
      {
        rules: { "mising-inverse": "error", N406: "loud", "sql-word": "off", M001: "off",
          R301: "error", "missing-inverse": "off" },
        target: "cloudkit",
        failOn: "always",
      }
      """
    )
    #expect(
      problems == [
        "momgen.json:2:12: there is no rule 'mising-inverse' (did you mean 'missing-inverse'?)",
        "momgen.json:2:45: expected one of 'error', 'warning', 'note', 'off', but found 'loud'",
        "momgen.json:2:72: the level of 'malformed-file' cannot be set: it is checked whenever a "
          + "model is read",
        "momgen.json:3:20: 'R301' and 'missing-inverse' are the same rule",
        "momgen.json:4:3: the lint section has no 'target' (did you mean 'targets'?)",
        "momgen.json:5:11: expected one of 'note', 'warning', 'error', but found 'always'",
      ]
    )
  }

  @Test func levelsDecide() throws {
    let text =
      "<model><entity name=\"A\"><relationship name=\"a\" destinationEntity=\"A\"/>"
      + "<attribute name=\"hashValue\" attributeType=\"String\"/>"
      + "<attribute name=\"hash\" attributeType=\"String\"/></entity></model>"
    let subject = LintSubject(SampleText.resolved(text))
    func severities(_ rule: String, _ level: String) throws -> [Severity] {
      var configuration = LintConfiguration()
      try configuration.set(rule, to: level)
      let id = LintRule.named(rule)?.id
      return Linter(configuration).review(subject).findings.filter { $0.rule == id }.map(\.severity)
    }
    #expect(try severities("R301", "error") == [.error])
    #expect(try severities("missing-inverse", "note") == [.note])
    #expect(try severities("missing-inverse", "off") == [])
    // A case that is less bad than the rule stays so, and does not exceed what is configured.
    #expect(try severities("reserved-member", "error") == [.warning, .error])
    #expect(try severities("reserved-member", "note") == [.note, .note])
  }

  @Test func targetsDecide() {
    let inner = "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\"/></entity>"
    func rules(_ attributes: String, _ targets: Set<LintTarget> = []) -> [String] {
      let model = SampleText.resolved("<model \(attributes)>\(inner)</model>")
      return Linter(LintConfiguration(targets: targets)).review(LintSubject(model)).findings
        .map(\.rule)
    }
    #expect(rules("") == [])
    #expect(rules("", [.cloudKit]) == ["cloudkit-attribute"])
    #expect(rules("usedWithCloudKit=\"YES\"") == ["cloudkit-attribute"])
    #expect(rules("usedWithCloudKit=\"NO\"") == [])
  }

  @Test func onlyTheMoreSpecificRuleReports() {
    let text = """
      <model usedWithCloudKit="YES"><entity name="A">
      <relationship name="a" optional="YES" destinationEntity="A"/></entity></model>
      """
    let model = SampleText.resolved(text)
    #expect(Linter().review(LintSubject(model)).findings.map(\.rule) == ["cloudkit-inverse"])
  }
}
