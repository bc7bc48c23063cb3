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
    guard !root.isHigher(than: maximumTreeHeight) else { return tooDeep() }
    return TreeExpression.carrying(ExpressionTree(root, values: table.values))
  }

  /// Takes the place of an expression of too many levels, which is reported on the standard error.
  ///
  /// Its value is nil, and a store cannot be asked for it.
  static func tooDeep() -> TreeExpression {
    PredicateFormatError.report(PredicateFormatError.tooDeep)
    return TreeExpression.carrying(ExpressionTree(.function(FunctionCall("tooDeeplyNested"))))
  }
}
