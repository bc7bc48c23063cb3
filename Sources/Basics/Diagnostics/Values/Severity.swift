/// The severity of a problem, from harmless to fatal.
package enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Information; nothing is wrong.
  case note
  /// Probably unintended; the file can be used.
  case warning
  /// The file cannot be used as it is.
  case error

  package static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
