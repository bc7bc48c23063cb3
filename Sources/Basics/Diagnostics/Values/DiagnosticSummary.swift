/// The number of diagnostics of each kind.
package struct DiagnosticSummary: Sendable, Hashable {
  package var errors = 0
  package var warnings = 0
  package var notes = 0

  package init(of diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics {
      switch diagnostic.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      case .note: notes += 1
      }
    }
  }
}

extension DiagnosticSummary: CustomStringConvertible {
  /// `2 errors, 1 warning`, or `no problems`.
  package var description: String {
    let counts = [(errors, "error"), (warnings, "warning"), (notes, "note")]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return parts.isEmpty ? "no problems" : parts.joined(separator: ", ")
  }
}
