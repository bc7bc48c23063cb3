import Diagnostics
import ManagedModel

/// Checks models by the rules that are enabled in a configuration.
package struct Linter: Sendable {
  package let configuration: LintConfiguration
  private let rules: [LintRule]

  package init(_ configuration: LintConfiguration = LintConfiguration()) {
    self.init(configuration, rules: LintRule.all)
  }

  init(_ configuration: LintConfiguration, rules: [LintRule]) {
    self.configuration = configuration
    self.rules = rules
  }

  /// The result of checking a model.
  package struct Review: Sendable {
    /// The breaches, and the problems of suppressions; rule by rule, each in the order of the model.
    package var findings: [LintFinding]

    /// The number of breaches that the model suppresses.
    package var suppressed: Int
  }

  /// Checks one version of a model.
  package func review(_ subject: LintSubject) -> Review {
    let attributes = subject.resolved.placedAttributes
    let relationships = subject.resolved.placedRelationships
    let targets = self.targets(of: subject)
    var findings: [LintFinding] = []
    var checked: Set<String> = []
    for rule in rules {
      guard let body = rule.body, let severity = configuration.level(of: rule).severity else {
        continue
      }
      if let target = rule.target, !targets.contains(target) { continue }
      if case .comparison = rule.check, subject.base == nil { continue }
      checked.insert(rule.id)
      var pass = LintPass(
        rule: rule,
        subject: subject,
        severity: severity,
        attributes: attributes,
        relationships: relationships
      )
      body(&pass)
      findings += pass.findings
    }
    dropSuperseded(&findings)
    var suppressions = LintSuppressions(in: subject.resolved)
    let kept = findings.filter { !suppressions.suppress($0) }
    let problems = suppressions.problems(
      checked: checked,
      severity: configuration.suppressionLevel.severity
    )
    return Review(findings: kept + problems, suppressed: findings.count - kept.count)
  }

  private func targets(of subject: LintSubject) -> Set<LintTarget> {
    var targets = configuration.targets
    if subject.resolved.model.isUsedWithCloudKit { targets.insert(.cloudKit) }
    return targets
  }

  /// Drops findings of rules that a more specific rule with a finding supersedes.
  private func dropSuperseded(_ findings: inout [LintFinding]) {
    struct Key: Hashable {
      var rule: String
      var property: PropertyLocation
    }
    var silent: Set<Key> = []
    let superseding = Dictionary(
      rules.filter { !$0.supersedes.isEmpty }.map { ($0.id, $0.supersedes) },
      uniquingKeysWith: { first, _ in first }
    )
    for finding in findings {
      guard let property = finding.element.property else { continue }
      for rule in superseding[finding.rule] ?? [] {
        silent.insert(Key(rule: rule, property: property))
      }
    }
    guard !silent.isEmpty else { return }
    findings.removeAll { finding in
      finding.element.property.map { silent.contains(Key(rule: finding.rule, property: $0)) }
        ?? false
    }
  }
}

extension Model {
  /// Whether the model declares that its stores, or some of them, are mirrored to iCloud.
  var isUsedWithCloudKit: Bool {
    header.usedWithCloudKit == true || configurations.contains { $0.usedWithCloudKit == true }
  }

  /// The entities whose objects are mirrored: those of the configurations that declare it, if any.
  var mirroredEntities: Set<String> {
    let mirrored = configurations.filter { $0.usedWithCloudKit == true }
    return mirrored.isEmpty
      ? Set(entities.map(\.name)) : Set(mirrored.flatMap { $0.members.map(\.name) })
  }
}
