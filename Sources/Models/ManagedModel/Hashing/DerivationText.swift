import PredicateFormat

/// The expression of a derived attribute as Core Data archives and hashes it.
///
/// Xcode's file says `photos.@count` where the compiled model holds the function `count:(photos)`; the
/// other established forms are the same in both.
package struct DerivationText: Sendable, Hashable {
  /// The text of the compiled expression.
  package let archived: String

  /// Whether real files show this form.
  package let isEstablished: Bool

  package init(_ written: String) {
    guard let expression = try? PredicateFormat.Expression(parsing: written, allowsArguments: false)
    else {
      archived = written
      isEstablished = false
      return
    }
    archived = expression.derivationForm.description
    isEstablished = Self.isEstablished(expression)
  }

  /// A key path, the count of a relationship, the canonical form of an attribute, or the present time.
  private static func isEstablished(_ expression: PredicateFormat.Expression) -> Bool {
    switch expression {
    case .path(let path):
      if Self.isPlain(path) { return true }
      let text = expression.description
      guard text.hasSuffix(".@count") else { return false }
      return !text.dropLast(".@count".count).contains(".")
    case .function(let call):
      guard call.receiver == nil else { return false }
      switch (call.selector, call.arguments.count) {
      case ("now", 0): return true
      case ("canonical:", 1):
        if case .path(let path) = call.arguments[0] { return Self.isPlain(path) }
        return false
      default: return false
      }
    default: return false
    }
  }

  /// Whether a path is names joined by dots and nothing else.
  private static func isPlain(_ path: PropertyPath) -> Bool {
    path.base == nil
      && path.components.allSatisfy { component in
        if case .key = component { true } else { false }
      }
  }
}
