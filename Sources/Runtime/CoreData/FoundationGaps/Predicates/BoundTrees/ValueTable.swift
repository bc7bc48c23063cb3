import Foundation
import PredicateFormat

/// Merges the values of several trees that become one.
struct ValueTable {
  private(set) var values: [Any] = []

  /// Adds the values of a predicate, and returns its tree with arguments that refer to this table.
  mutating func adopt(_ tree: PredicateTree) -> PredicateNode {
    guard let shift = takeOver(tree.values) else { return tree.root }
    // The substitution itself never throws.
    return (try? tree.root.applying(shift)) ?? tree.root
  }

  /// Adds the values of an expression, and returns its tree with arguments that refer to this table.
  mutating func adopt(_ tree: ExpressionTree) -> ExpressionNode {
    guard let shift = takeOver(tree.values) else { return tree.root }
    return (try? tree.root.applying(shift)) ?? tree.root
  }

  /// Adds a value to the table.
  ///
  /// - Returns: The argument that refers to it.
  mutating func add(_ value: Any) -> ExpressionNode {
    values.append(value)
    return .argument(FormatArgument(index: values.count - 1, .object))
  }

  /// Appends values, and returns the substitution for arguments that refer to them; nil if they stay the same.
  private mutating func takeOver(_ others: [Any]) -> Substitution? {
    guard !others.isEmpty else { return nil }
    guard !values.isEmpty else {
      values = others
      return nil
    }
    let offset = values.count
    values += others
    var substitution = Substitution()
    substitution.argument = { .argument(FormatArgument(index: $0.index + offset, $0.conversion)) }
    return substitution
  }
}
