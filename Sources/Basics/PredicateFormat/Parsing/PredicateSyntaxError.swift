/// The reason why a text is not a predicate or an expression.
package struct PredicateSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  package var message: String

  /// The byte at which the offending part begins, in the UTF-8 form of the text.
  package var utf8Offset: Int

  /// A remedy, if one is known.
  package var hint: String?

  package init(_ message: String, at utf8Offset: Int, hint: String? = nil) {
    self.message = message
    self.utf8Offset = utf8Offset
    self.hint = hint
  }

  package var description: String {
    "byte \(utf8Offset): \(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
