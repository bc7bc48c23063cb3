import Diagnostics

/// The rules that are checked, the severity of each, and the least severity that fails a run.
package struct LintConfiguration: Sendable, Hashable {
  /// Levels other than the rules' own, by the name of the rule.
  package var levels: [String: LintLevel]

  /// The environments of models, in addition to those that they declare.
  package var targets: Set<LintTarget>

  /// The least severity that makes a run fail.
  package var failureThreshold: Severity

  /// The file of accepted findings, as written in the configuration.
  package var baseline: String?

  package init(
    levels: [String: LintLevel] = [:],
    targets: Set<LintTarget> = [],
    failureThreshold: Severity = .error,
    baseline: String? = nil
  ) {
    self.levels = levels
    self.targets = targets
    self.failureThreshold = failureThreshold
    self.baseline = baseline
  }

  /// The treatment of a breach of a rule.
  package func level(of rule: LintRule) -> LintLevel {
    levels[rule.id] ?? rule.level
  }

  /// The level of suppressions without a rule or a reason.
  package var suppressionLevel: LintLevel {
    levels[LintSuppressions.rule.id] ?? .warning
  }
}

extension LintConfiguration {
  /// The reason why the level of a rule cannot be set.
  package enum SettingProblem: Error, Sendable, Hashable {
    case unknownRule(String)
    case unknownLevel(String)
    /// The rule is checked whenever a model is read, and determines whether the model can be used.
    case checkedOnReading(String)
  }

  /// Sets the level of a rule, given by its name or its short name.
  package mutating func set(_ word: String, to level: String) throws(SettingProblem) {
    guard let level = LintLevel(rawValue: level) else { throw .unknownLevel(level) }
    if word == LintSuppressions.rule.id {
      levels[word] = level
      return
    }
    guard let rule = LintRule.named(word) else { throw .unknownRule(word) }
    if case .reading = rule.check { throw .checkedOnReading(rule.id) }
    levels[rule.id] = level
  }
}

extension LintConfiguration.SettingProblem {
  /// The problem, in one sentence without a final period.
  package var message: String {
    switch self {
    case .unknownRule(let word): "there is no rule '\(word.visible)'"
    case .unknownLevel(let word): "'\(word.visible)' is not a level of a rule"
    case .checkedOnReading(let rule):
      "the level of '\(rule)' cannot be set: it is checked whenever a model is read"
    }
  }

  package var hint: String? {
    switch self {
    case .unknownRule(let word):
      LintRule.suggestion(for: word) ?? "'momgen lint --rules' lists the rules"
    case .unknownLevel(let word):
      Suggestion.didYouMean(word, among: LintLevel.allCases.map(\.rawValue))
        ?? "the levels are error, warning, note and off"
    case .checkedOnReading: nil
    }
  }
}
