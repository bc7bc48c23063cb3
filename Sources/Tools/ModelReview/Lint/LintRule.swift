import Diagnostics
import ManagedModel

/// A rule for models: its requirement, the reason, the remedy, and the function that finds breaches.
///
/// Each rule is a value in a file of its own in `Rules/`; ``LintRule/all`` lists them.
package struct LintRule: Sendable {
  /// The name in diagnostics, configurations and suppressions, such as `missing-inverse`.
  package let id: String

  /// The short name that groups rules by subject, such as `R301`; it is accepted wherever the name is.
  package let code: String

  /// The rule in one sentence.
  package let summary: String

  /// The consequence of breaking the rule.
  package let rationale: String

  /// The remedy for a violation.
  package let remedy: String

  /// A piece of a model that breaks the rule, or a description of one.
  package let example: String

  /// The default severity of a violation.
  package let level: LintLevel

  /// The only target for which the rule is checked, or nil for all.
  package let target: LintTarget?

  /// Whether at least some breaches can be fixed without a decision by the user.
  package let isFixable: Bool

  /// Whether a breach concerns the model as a whole, so that no user info can suppress it.
  package let isAboutModel: Bool

  /// Less specific rules, whose findings are dropped where this one has a finding.
  package let supersedes: [String]

  package let check: Check

  /// The way in which breaches are found.
  package enum Check: Sendable {
    /// Checks one version of a model.
    case model(@Sendable (inout LintPass) -> Void)

    /// Checks one version together with the other versions of its bundle.
    case versions(@Sendable (inout LintPass) -> Void)

    /// Is checked while a model is read, by every verb, under these names.
    case reading([ModelRule])

    /// Compares with a version outside of the bundle, if there is one.
    case comparison(@Sendable (inout LintPass) -> Void)
  }

  init(
    _ id: String,
    code: String,
    _ level: LintLevel,
    summary: String,
    rationale: String,
    remedy: String,
    example: String,
    target: LintTarget? = nil,
    isFixable: Bool = false,
    isAboutModel: Bool = false,
    supersedes: [String] = [],
    check: Check
  ) {
    self.id = id
    self.code = code
    self.level = level
    self.summary = summary
    self.rationale = rationale
    self.remedy = remedy
    self.example = example
    self.target = target
    self.isFixable = isFixable
    self.isAboutModel = isAboutModel
    self.supersedes = supersedes
    self.check = check
  }
}

extension LintRule {
  /// The function that finds breaches, for the rules that lint itself checks.
  package var body: (@Sendable (inout LintPass) -> Void)? {
    switch check {
    case .model(let body), .versions(let body), .comparison(let body): body
    case .reading: nil
    }
  }

  /// The hint for findings that have none of their own: the first sentence of the remedy.
  package var hint: String {
    let sentence = remedy.replacing("\n", with: " ").split(separator: ". ").first ?? ""
    let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The rule with the given name or short name.
  package static func named(_ word: String) -> LintRule? {
    byName[word] ?? byName[word.uppercased()]
  }

  /// "did you mean …?" for an unknown name of a rule.
  package static func suggestion(for word: String) -> String? {
    Suggestion.didYouMean(word, among: all.map(\.id))
  }

  private static let byName = Dictionary(
    all.flatMap { [($0.id, $0), ($0.code, $0)] },
    uniquingKeysWith: { first, _ in first }
  )

  /// The rule as described in machine-readable formats.
  package var description: RuleDescription {
    RuleDescription(id, summary, severity: level.severity)
  }
}
