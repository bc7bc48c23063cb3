import Diagnostics

/// Something that is wrong with a part of a model.
///
/// The part is identified by its byte offset in the file; `SourceMap` in `ModelFiles` turns that into a line and
/// a column.
package struct ModelProblem: Sendable {
  package var rule: ModelRule
  package var severity: Severity
  package var message: String

  /// The remedy, in one sentence without a final period.
  package var hint: String

  /// The element that the problem is about.
  package var source: SourceOffset

  /// The XML attribute of that element whose value causes the problem.
  package var attribute: String?

  /// The position of the problem in the value of that attribute, in bytes of its UTF-8 form.
  package var byteInAttribute: Int?

  /// Other elements that explain the problem.
  package var related: [Related]

  package struct Related: Sendable {
    package var message: String
    package var source: SourceOffset
    package var attribute: String?

    package init(message: String, source: SourceOffset, attribute: String? = "name") {
      self.message = message
      self.source = source
      self.attribute = attribute
    }
  }

  package init(
    _ rule: ModelRule,
    _ message: String,
    at source: SourceOffset,
    attribute: String? = nil,
    byteInAttribute: Int? = nil,
    hint: String? = nil,
    severity: Severity? = nil,
    related: [Related] = []
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.message = message
    self.source = source
    self.attribute = attribute
    self.byteInAttribute = byteInAttribute
    self.hint = hint ?? rule.hint
    self.related = related
  }
}
