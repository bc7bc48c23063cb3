import Diagnostics
import Testing

@testable import ModelReview

/// The rules about the names of versions, and about sizes that are too large for a table of cases.
struct VersionRuleTests {
  @Test(arguments: [
    ("Model", ["Model", "Model 2"], "Model 2"),
    ("Model 9", ["Model", "Model 9", "Model 10"], "Model 10"),
    ("V1", ["V1", "V2"], "V2"),
    ("Model 2", ["Model", "Model 2"], nil),
    ("Model 10", ["Model 9", "Model 10"], nil),
    // Without numbers the names do not show which is newer.
    ("Model", ["Model", "Model beta"], nil),
    ("App", ["App", "Other 2"], nil),
    ("Model 02", ["Model 2", "Model 02"], nil),
  ])
  func currentVersion(current: String, versions: [String], newest: String?) {
    let linter = Linter(LintConfiguration(), rules: [.outdatedCurrentVersion])
    var subject = LintSubject(SampleText.resolved("<model/>"), name: current)
    subject.bundle = .init(
      current: current,
      versions: versions,
      currentVersionPath: "M.xcdatamodeld/.xccurrentversion"
    )
    let findings = linter.review(subject).findings
    #expect(
      findings.map(\.message)
        == (newest.map { ["the current version is '\(current)', but '\($0)' is newer"] } ?? [])
    )
    #expect(findings.allSatisfy { $0.path == "M.xcdatamodeld/.xccurrentversion" })

    // Only the current version is checked.
    subject.name = "Another"
    #expect(linter.review(subject).findings.isEmpty)
  }

  @Test func withoutOtherVersionsNothingIsCompared() {
    let text = "<model><entity name=\"A\" elementID=\"B\"/></model>"
    let review = Linter().review(LintSubject(SampleText.resolved(text)))
    #expect(review.findings.isEmpty)
  }

  @Test(arguments: [(100, 0), (101, 1)])
  func tooManyProperties(count: Int, findings: Int) {
    let attributes = (0..<count).map { "<attribute name=\"a\($0)\" attributeType=\"String\"/>" }
    let text = "<model><entity name=\"A\">\(attributes.joined())</entity></model>"
    let found = RuleCase.diagnostics(of: .tooManyProperties, in: text)
    #expect(found.count == findings)
    #expect(found.allSatisfy { $0.message == "'A' has 101 properties" })
  }

  @Test func oversizedModel() {
    let attributes = (0..<1000).map { "<attribute name=\"a\($0)\" attributeType=\"String\"/>" }
    let entity = "<entity name=\"A\">\(attributes.joined())</entity>"
    let text = "<model>" + String(repeating: entity, count: 100) + "</model>"
    let found = RuleCase.diagnostics(of: .oversizedModel, in: text)
    #expect(found.map(\.message) == ["the model has 100100 entities, properties and indexes"])
    #expect(RuleCase.diagnostics(of: .oversizedModel, in: "<model>\(entity)</model>").isEmpty)
  }
}
