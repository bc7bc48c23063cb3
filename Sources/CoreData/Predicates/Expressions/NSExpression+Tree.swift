import Foundation
import PredicateFormat

extension _FoundationExtension where Self: _NSExpression {
  /// The tree of the expression.
  var tree: ExpressionTree {
    (self as? TreeExpression)?.storage?.tree ?? ExpressionTree(.constant(.null))
  }

  /// An expression that is made of others.
  static func combining(_ build: (inout ValueTable) -> ExpressionNode) -> TreeExpression {
    var table = ValueTable()
    let root = build(&table)
    return TreeExpression.carrying(ExpressionTree(root, values: table.values))
  }
}
