import Foundation
import PredicateFormat

typealias PredicateNode = PredicateFormat.Predicate
typealias ExpressionNode = PredicateFormat.Expression
typealias ComparisonNode = PredicateFormat.Comparison

/// A tree together with the values that stand in it.
///
/// The trees of `PredicateFormat` know numbers and strings. Whatever else a predicate refers to (dates,
/// collections, objects, blocks) is in a table; in the tree, an `.argument` with the index in that table
/// stands for it.
struct BoundTree<Root> {
  var root: Root
  var values: [Any]

  init(_ root: Root, values: [Any] = []) {
    self.root = root
    self.values = values
  }

  /// Another tree, such as a part of this one, whose arguments refer to the same values.
  func sharingValues<Part>(_ part: Part) -> BoundTree<Part> {
    BoundTree<Part>(part, values: values)
  }
}

typealias PredicateTree = BoundTree<PredicateNode>
typealias ExpressionTree = BoundTree<ExpressionNode>

extension BoundTree where Root == ExpressionNode {
  /// The value that an argument stands for.
  ///
  /// - Returns: nil when the expression is something else than an argument.
  var argumentValue: Any? {
    guard case .argument(let argument) = root else { return nil }
    return values[checked: argument.index]
  }
}

extension Array {
  /// The element at an index, or nil where there is none.
  subscript(checked index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
