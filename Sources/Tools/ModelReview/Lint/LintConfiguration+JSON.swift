import Diagnostics
import JSON5

extension LintConfiguration {
  private enum Key: String, CaseIterable, Sendable {
    case rules
    case targets
    case failOn
    case baseline
  }

  /// The lint section of a configuration file.
  ///
  ///     lint: {
  ///       rules: { "missing-inverse": "error", "sql-word": "off" },
  ///       targets: ["cloudkit"],
  ///       failOn: "warning",
  ///       baseline: "lint-baseline.json",
  ///     }
  package static let shape: JSON5Schema<LintConfiguration> = .object("the lint section") {
    (object: JSON5Object<Key>, collector) in
    var configuration = LintConfiguration()
    let rules = object.optional(.rules, .members(of: .choice(LintLevel.self)), into: &collector)
    var first: [String: String] = [:]
    for rule in rules ?? [] {
      do throws(LintConfiguration.SettingProblem) {
        try configuration.set(rule.name, to: rule.value.rawValue)
      } catch {
        collector.reportSetting(error.message, at: rule.place, hint: error.hint)
        continue
      }
      // A rule has two names.
      let id = LintRule.named(rule.name)?.id ?? rule.name
      if let earlier = first.updateValue(rule.name, forKey: id) {
        collector.reportSetting(
          "'\(earlier)' and '\(rule.name)' are the same rule",
          at: rule.place
        )
      }
    }
    let targets = object.optional(
      .targets,
      .list(of: .choice(LintTarget.self)),
      into: &collector
    )
    configuration.targets = Set(targets ?? [])
    configuration.failureThreshold =
      object.optional(.failOn, .choice(Severity.self), into: &collector) ?? .error
    configuration.baseline = object.optional(.baseline, .nonemptyText, into: &collector)
    return configuration
  }
}
