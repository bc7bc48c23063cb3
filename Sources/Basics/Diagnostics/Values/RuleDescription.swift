/// A rule, independent of the places where it was violated.
package struct RuleDescription: Sendable, Hashable {
  /// The name that diagnostics carry as their `rule`.
  package var id: String

  /// The rule in one sentence.
  package var summary: String

  /// The severity of a violation of the rule, unless configured otherwise.
  package var severity: Severity?

  /// An absolute URI of the rule's documentation.
  package var helpURI: String?

  package init(
    _ id: String,
    _ summary: String,
    severity: Severity? = nil,
    helpURI: String? = nil
  ) {
    self.id = id
    self.summary = summary
    self.severity = severity
    self.helpURI = helpURI
  }
}
