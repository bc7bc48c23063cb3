import Foundation
import PredicateFormat

extension _FoundationExtension where Self: _NSExpression {
  /// The tree of the expression.
  var tree: ExpressionTree {
    (self as? TreeExpression)?.storage?.tree ?? ExpressionTree(.constant(.null))
  }

  /// Creates an expression from others.
  static func combining(_ build: (inout ValueTable) -> ExpressionNode) -> TreeExpression {
    var table = ValueTable()
    let root = build(&table)
    guard !root.isHigher(than: maximumTreeHeight) else { return tooDeep() }
    return TreeExpression.carrying(ExpressionTree(root, values: table.values))
  }

  /// Replaces an expression of too many levels, which is reported on standard error.
  ///
  /// Its value is nil, and a store cannot evaluate it.
  static func tooDeep() -> TreeExpression {
    PredicateFormatError.report(PredicateFormatError.tooDeep)
    return TreeExpression.carrying(ExpressionTree(.function(FunctionCall("tooDeeplyNested"))))
  }
}
