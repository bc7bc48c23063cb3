import Foundation
import PredicateFormat

typealias PredicateNode = PredicateFormat.Predicate
typealias ExpressionNode = PredicateFormat.Expression
typealias ComparisonNode = PredicateFormat.Comparison

/// A tree together with the values in it.
///
/// The trees of `PredicateFormat` contain numbers and strings. All other values that a predicate refers to (dates,
/// collections, objects, blocks) are in a table; in the tree, an `.argument` with the index in that table stands for
/// them.
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
  /// The value of an argument.
  ///
  /// - Returns: Nil if the expression is not an argument.
  var argumentValue: Any? {
    guard case .argument(let argument) = root else { return nil }
    return values[checked: argument.index]
  }
}

extension Array {
  /// The element at an index; nil if it is out of range.
  subscript(checked index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
