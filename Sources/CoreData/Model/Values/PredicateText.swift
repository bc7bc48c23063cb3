import Foundation

/// Predicates and expressions of models, as objects and as the texts of a model file.
enum PredicateText {
  /// The predicate that a text says; nil for one that says none.
  static func predicate(_ text: String) -> NSPredicate? { nil }

  /// The expression that a text says; nil for one that says none.
  static func expression(_ text: String) -> NSExpression? { nil }

  /// The text of a predicate: the one that it was made of unless it has changed.
  static func text(of predicate: NSPredicate?, like origin: String?) -> String? { origin }

  /// The text of an expression: the one that it was made of unless it has changed.
  static func text(of expression: NSExpression?, like origin: String?) -> String? { origin }
}
