import Foundation
import PredicateFormat

/// Conversion of a model's predicates and expressions between objects and the texts of a model file.
///
/// A text that cannot be parsed has no object, and is kept while there is none.
enum PredicateText {
  /// Parses a predicate; nil for an invalid text.
  static func predicate(_ text: String) -> NSPredicate? {
    predicateTree(text).map(NSPredicate.make)
  }

  /// Parses an expression; nil for an invalid text.
  static func expression(_ text: String) -> _NSExpression? {
    expressionTree(text).map(TreeExpression.carrying)
  }

  /// The text of a predicate: the original one unless it has changed.
  static func text(of predicate: NSPredicate?, like origin: String?) -> String? {
    let written = origin.flatMap(predicateTree)
    guard let predicate, let tree = try? predicate.tree else {
      return written == nil ? origin : nil
    }
    return tree == written ? origin : tree.root.text { tree.readableText(of: $0) }
  }

  /// The text of an expression: the original one unless it has changed.
  static func text(of expression: _NSExpression?, like origin: String?) -> String? {
    let written = origin.flatMap(expressionTree)
    guard let tree = expression?.tree else { return written == nil ? origin : nil }
    return tree == written ? origin : tree.root.text { tree.readableText(of: $0) }
  }

  private static func predicateTree(_ text: String) -> PredicateTree? {
    guard let node = try? PredicateNode(parsing: text, allowsArguments: false) else { return nil }
    return PredicateTree(node)
  }

  private static func expressionTree(_ text: String) -> ExpressionTree? {
    guard let node = try? ExpressionNode(parsing: text, allowsArguments: false) else { return nil }
    return ExpressionTree(node)
  }
}
