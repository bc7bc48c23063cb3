import Diagnostics
import ManagedModel

/// The run of one rule over one model.
package struct LintPass {
  package let rule: LintRule
  package let subject: LintSubject
  let severity: Severity

  /// The parts that all rules check, collected once.
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

  /// Reports a breach.
  ///
  /// - Parameters:
  ///   - message: The problem, in one sentence without a final period.
  ///   - element: The part of the model that breaks the rule.
  ///   - attribute: The XML attribute that causes it.
  ///   - byteInAttribute: The position in its value.
  ///   - hint: The remedy.
  ///   - limit: The maximum severity in this case.
  ///   - path: The file, if it is not the model's.
  ///   - related: Other elements that explain the breach.
  ///   - edits: The edits that fix it without a decision by the user.
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
