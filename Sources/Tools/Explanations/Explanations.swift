// Cause and remedy of everything that momgen reports and the runtime throws, as values.
//
// The texts of a group of rules are an exhaustive switch over its enum in `Rules/`, so that a rule without an
// explanation does not compile; those of lint rules are with the rules. `Codes/` has the error codes. A golden test
// generates the pages of the documentation from these values.

import CodeGeneration
import Diagnostics
import ManagedModel
import ModelAdoption
import ModelReview
import SQLSchema
import StoreMigration
import TemplateEngine

extension Explanation {
  /// All explanations, group by group.
  package static let all: [Explanation] = Group.allCases.flatMap(members)

  /// The explanations of a group, in the order of its page.
  package static func members(of group: Group) -> [Explanation] {
    switch group {
    case .model: ModelRule.allCases.map(explanation)
    case .lint: LintRule.all.map(\.explanation)
    case .generation:
      GenerationRule.allCases.map { rule in
        Self(group, rule.rawValue, level: rule.severity.rawValue, rule.summary, rule.advice)
      }
    case .output: PlanRule.allCases.map { Self(group, $0.rawValue, $0.summary, $0.advice) }
    case .template:
      TemplateError.Rule.allCases.map {
        Self(group, $0.rawValue, level: Severity.error.rawValue, $0.summary, $0.advice)
      }
    case .sql: SchemaRule.allCases.map { Self(group, $0.rawValue, $0.summary, $0.advice) }
    case .adoption: AdoptionRule.allCases.map { Self(group, $0.id, $0.summary, $0.advice) }
    case .store:
      StoreRule.allCases.map { rule in
        Self(group, rule.rawValue, level: rule.severity.rawValue, rule.summary, rule.advice)
      }
    case .run:
      RunRule.allCases.map { rule in
        Self(group, rule.rawValue, level: rule.severity.rawValue, rule.summary, rule.advice)
      }
    case .error:
      ErrorCode.all.map { code in
        Self(
          group,
          code.name,
          otherNames: [String(code.number)],
          code.summary,
          circumstances: code.isThrown ? nil : "This module does not throw it.",
          code.advice
        )
      }
    }
  }

  private static func explanation(of rule: ModelRule) -> Self {
    let covering = LintRule.all.first { lint in
      guard case .reading(let names) = lint.check else { return false }
      return names.contains(rule)
    }
    return Self(
      .model,
      rule.rawValue,
      level: rule.severity.rawValue,
      rule.summary,
      circumstances: covering.map { "Lists of lint rules have it as '\($0.id)' (\($0.code))." },
      rule.advice
    )
  }
}

// MARK: Finding

extension Explanation {
  /// Returns the explanation for a rule's name or short name, an error code, or the name of its constant, ignoring
  /// case.
  ///
  /// Two groups can have a rule of the same name; both are returned then.
  package static func named(_ word: String) -> [Explanation] {
    (positions[key(of: word)] ?? []).map { all[$0] }
  }

  /// The positions of explanations by the normalized forms of their names.
  private static let positions: [String: [Int]] = all.enumerated().reduce(into: [:]) {
    positions,
    item in
    for key in Set(([item.element.name] + item.element.otherNames).map(key)) {
      positions[key, default: []].append(item.offset)
    }
  }

  /// All words that ``named(_:)`` accepts, in their usual spelling.
  package static var words: [String] {
    var seen: Set<String> = []
    return all.flatMap { [$0.name] + $0.otherNames }.filter { seen.insert($0).inserted }
  }

  /// "did you mean …?" for an unknown word.
  package static func suggestion(for word: String) -> String? {
    let names = all.map(\.name)
    if let near = Suggestion.didYouMean(word, among: names) { return near }
    // `.migratin` is close to the normalized form of `NSMigrationError`.
    let keys = Dictionary(names.map { (key(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    let candidates = names.map { key(of: $0) }
    return Suggestion.nearest(to: key(of: word), among: candidates).flatMap { keys[$0] }
      .map { "did you mean '\($0)'?" }
  }

  /// The normalized form of a name, equal for all its spellings: `NSMigrationError`,
  /// `CocoaError.Code.migration`, `.migration`.
  private static func key(of word: String) -> String {
    var word = word.lowercased()[...]
    for prefix in ["cocoaerror.code.", "cocoaerror.", "."] where word.hasPrefix(prefix) {
      word = word.dropFirst(prefix.count)
    }
    if word.hasPrefix("ns"), word.hasSuffix("error"), word.count > 7 {
      word = word.dropFirst(2).dropLast(5)
    }
    return word.filter { $0 != "_" }
  }
}
