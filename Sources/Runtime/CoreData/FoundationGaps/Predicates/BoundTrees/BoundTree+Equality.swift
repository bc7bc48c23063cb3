import Foundation
import PredicateFormat

// Two trees are equal if they have the same form and equal values in the same places, whatever the indices of the
// values in their tables.

extension BoundTree: Equatable where Root: ArgumentNumbering {
  static func == (left: Self, right: Self) -> Bool {
    let first = left.root.numberingArguments()
    let second = right.root.numberingArguments()
    guard first.root == second.root, first.indices.count == second.indices.count else {
      return false
    }
    return zip(first.indices, second.indices).allSatisfy {
      isEqualValue(left.values[checked: $0], right.values[checked: $1])
    }
  }
}

extension BoundTree: Hashable where Root: ArgumentNumbering {
  func hash(into hasher: inout Hasher) {
    hasher.combine(root.numberingArguments().root)
  }
}

/// Whether two values of tables are equal as objects.
private func isEqualValue(_ left: Any?, _ right: Any?) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  if let left = left as? AnyHashable, let right = right as? AnyHashable, left == right {
    return true
  }
  let object = left as AnyObject
  return object === right as AnyObject || (object as? NSObject)?.isEqual(right) ?? false
}

/// A tree whose arguments can be numbered in the order of the text.
protocol ArgumentNumbering: Hashable {
  var arguments: [FormatArgument] { get }
  func applying(_ substitution: Substitution) throws -> Self
}

extension PredicateNode: ArgumentNumbering {}
extension ExpressionNode: ArgumentNumbering {}

extension ArgumentNumbering {
  /// The tree with its arguments numbered from 0, and their previous indices.
  fileprivate func numberingArguments() -> (root: Self, indices: [Int]) {
    let indices = arguments.map(\.index)
    guard !indices.isEmpty else { return (self, []) }
    var places: [Int: Int] = [:]
    var order: [Int] = []
    for index in indices where places[index] == nil {
      places[index] = order.count
      order.append(index)
    }
    var substitution = Substitution()
    substitution.argument = { argument in
      places[argument.index].map { .argument(FormatArgument(index: $0, .object)) }
    }
    return ((try? applying(substitution)) ?? self, order)
  }
}
