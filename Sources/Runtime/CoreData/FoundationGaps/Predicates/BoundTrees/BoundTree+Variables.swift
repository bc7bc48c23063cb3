import Foundation
import PredicateFormat

extension BoundTree where Root == PredicateNode {
  /// The predicate with values substituted for variables; a variable without a value stays.
  func substituting(_ variables: [String: Any]) -> PredicateTree {
    var table = ValueTable()
    let adopted = table.adopt(self)
    let substitution = Self.substitution(adopted.variables.map(\.name), variables, in: &table)
    let root = (try? adopted.applying(substitution)) ?? adopted
    return PredicateTree(root, values: table.values)
  }

  /// The replacement of each variable.
  private static func substitution(
    _ names: [String],
    _ values: [String: Any],
    in table: inout ValueTable
  ) -> Substitution {
    var nodes: [String: ExpressionNode] = [:]
    for name in names {
      if let value = values[name] { nodes[name] = table.constant(value) }
    }
    var substitution = Substitution()
    substitution.variable = { nodes[$0] }
    return substitution
  }
}
