import ManagedModel
import Testing

@testable import ModelReview

/// Each rule has findings where it should, at the exact position, and none in near misses.
struct RuleTests {
  static let cases =
    fileCases + versionCases + relationshipCases + nameCases + attributeCases + indexCases
    + targetCases + changeCases

  @Test(arguments: cases)
  func firesAndKeepsSilent(_ example: RuleCase) throws {
    try example.check()
  }

  @Test func everyRuleHasACase() {
    let tested = Set(Self.cases.map(\.rule))
    // These need more than one file, or a model too large for a table; they have separate tests.
    let elsewhere: Set = [
      "outdated-current-version", "oversized-model", "too-many-properties",
    ]
    for rule in LintRule.all where rule.body != nil {
      #expect(tested.contains(rule.id) != elsewhere.contains(rule.id), "\(rule.id)")
    }
  }

  @Test func rulesAreWellDescribed() {
    #expect(LintRule.all.count == 64)
    #expect(Set(LintRule.all.map(\.id)).count == 64)
    #expect(Set(LintRule.all.map(\.code)).count == 64)
    for rule in LintRule.all {
      #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(rule.summary.hasSuffix("."))
      #expect(!rule.summary.dropLast().contains(". "), "\(rule.id): one sentence")
      #expect(rule.rationale.count > 20 && rule.remedy.count > 10, "\(rule.id)")
      #expect(rule.hint.first?.isUppercase == false && rule.hint.last != ".", "\(rule.hint)")
      #expect(!rule.hint.contains("\n") && !rule.hint.contains("  "), "\(rule.hint)")
      #expect(!rule.example.isEmpty && !rule.example.contains("  "), "\(rule.id)")
      for other in rule.supersedes { #expect(LintRule.named(other) != nil) }
      #expect(LintRule.named(rule.code.lowercased())?.id == rule.id)
    }
  }

  /// Rules that a model's reader covers name checks that exist, and no check is unnecessarily covered by two of
  /// them.
  @Test func ruleNamesDoNotCollideWithThoseOfReading() {
    for rule in LintRule.all where rule.body != nil {
      #expect(ModelRule(rawValue: rule.id) == nil, "\(rule.id)")
    }
  }
}
