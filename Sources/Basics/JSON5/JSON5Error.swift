import Diagnostics

/// The reason why a text is not valid JSON5.
package struct JSON5Error: Error, Sendable, Hashable {
  package let diagnostic: Diagnostic

  init(_ message: String, at place: Place, hint: String? = nil, notes: [Diagnostic.Note] = []) {
    diagnostic = Diagnostic(
      .error,
      rule: RunRule.invalidJSON.rawValue,
      message,
      at: place,
      hint: hint,
      notes: notes
    )
  }
}
