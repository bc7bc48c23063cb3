import Diagnostics

/// Something that is wrong with a part of a model.
///
/// It knows the part by its place in the file's bytes; whoever holds the file turns that into a line and
/// a column (`SourceMap` in `ModelFiles`).
package struct ModelProblem: Sendable {
  package var rule: ModelRule
  package var severity: Severity
  package var message: String
  package var hint: String?

  /// The element that the problem is about.
  package var source: SourceOffset

  /// The XML attribute of that element whose value is to blame.
  package var attribute: String?

  /// Other elements that explain the problem.
  package var related: [Related]

  package struct Related: Sendable {
    package var message: String
    package var source: SourceOffset
  }

  package init(
    _ rule: ModelRule,
    _ message: String,
    at source: SourceOffset,
    attribute: String? = nil,
    hint: String? = nil,
    severity: Severity? = nil,
    related: [Related] = []
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.message = message
    self.source = source
    self.attribute = attribute
    self.hint = hint
    self.related = related
  }
}
