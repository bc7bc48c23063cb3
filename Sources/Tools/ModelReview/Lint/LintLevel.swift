import Diagnostics

/// The treatment of a breach of a rule: a problem of some severity, or none.
package enum LintLevel: String, Sendable, Hashable, CaseIterable {
  case error
  case warning
  case note
  case off

  /// The severity of a finding, or nil when the rule is not checked.
  package var severity: Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    case .off: nil
    }
  }
}
