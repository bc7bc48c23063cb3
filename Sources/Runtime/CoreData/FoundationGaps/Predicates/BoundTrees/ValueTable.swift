import Foundation
import PredicateFormat

/// Gathers the values of several trees that become one.
struct ValueTable {
  private(set) var values: [Any] = []

  /// Takes over the values of a predicate, and returns its tree with arguments that find them here.
  mutating func adopt(_ tree: PredicateTree) -> PredicateNode {
    guard let shift = takeOver(tree.values) else { return tree.root }
    // The substitution itself throws nothing.
    return (try? tree.root.applying(shift)) ?? tree.root
  }

  /// Takes over the values of an expression, and returns its tree with arguments that find them here.
  mutating func adopt(_ tree: ExpressionTree) -> ExpressionNode {
    guard let shift = takeOver(tree.values) else { return tree.root }
    return (try? tree.root.applying(shift)) ?? tree.root
  }

  /// Adds a value to the table.
  ///
  /// - Returns: The argument that stands for it.
  mutating func add(_ value: Any) -> ExpressionNode {
    values.append(value)
    return .argument(FormatArgument(index: values.count - 1, .object))
  }

  /// Appends values, and says how arguments change that refer to them; nil when they do not.
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
