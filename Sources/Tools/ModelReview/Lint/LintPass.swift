import Diagnostics
import ManagedModel

/// One rule going through one model.
package struct LintPass {
  package let rule: LintRule
  package let subject: LintSubject
  let severity: Severity

  /// The parts that all rules look through, gathered once.
  let attributes: [PlacedAttribute]
  let relationships: [PlacedRelationship]

  package private(set) var findings: [LintFinding] = []

  var resolved: ResolvedModel { subject.resolved }
  var model: Model { subject.resolved.model }
  var entities: [ResolvedEntity] { subject.resolved.entities }

  init(
    rule: LintRule,
    subject: LintSubject,
    severity: Severity,
    attributes: [PlacedAttribute],
    relationships: [PlacedRelationship]
  ) {
    self.rule = rule
    self.subject = subject
    self.severity = severity
    self.attributes = attributes
    self.relationships = relationships
  }

  /// Notes a breach.
  ///
  /// - Parameters:
  ///   - message: What is wrong, in one sentence without a final full stop.
  ///   - element: What it is about.
  ///   - attribute: The XML attribute that is to blame.
  ///   - byteInAttribute: Where in its value.
  ///   - hint: What to do about it.
  ///   - limit: A severity that this case does not exceed.
  ///   - path: The file, if it is not the model's.
  ///   - related: Other elements that explain the breach.
  ///   - edits: What fixes it without judgement.
  mutating func report(
    _ message: String,
    at element: LintElement,
    attribute: String? = "name",
    byteInAttribute: Int? = nil,
    hint: String? = nil,
    isAtMost limit: Severity = .error,
    path: String? = nil,
    related: [ModelProblem.Related] = [],
    edits: [ModelFix] = []
  ) {
    findings.append(
      LintFinding(
        rule: rule.id,
        severity: min(severity, limit),
        message: message,
        hint: hint ?? rule.hint,
        element: element,
        attribute: attribute,
        byteInAttribute: byteInAttribute,
        path: path,
        related: related,
        edits: edits
      )
    )
  }
}
