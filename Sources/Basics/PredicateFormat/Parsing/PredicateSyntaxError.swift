/// A syntax error in the text of a predicate or an expression.
package struct PredicateSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  package var message: String

  /// The UTF-8 offset at which the erroneous part begins.
  package var utf8Offset: Int

  /// A suggested fix, if there is one.
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
