public import Foundation
import PredicateFormat

// The parts of an expression. Apple raises an exception for a part that expressions of the kind do not have; here
// such a part is empty.

extension _FoundationExtension where Self: _NSExpression {
  /// The kind of the expression.
  ///
  /// As on Apple's platforms, arithmetic, casts and elements of collections are functions.
  public var expressionType: _NSExpressionType {
    switch tree.root {
    case .constant, .argument: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable: .variable
    case .path(let path): path.dottedKeys == nil ? .function : .keyPath
    case .anyKey: .anyKey
    case .function(let call) where call.selector == ExpressionBlock.selector || call.isFetch: .block
    case .function, .cast, .element, .arithmetic, .unary, .assignment: .function
    case .subquery: .subquery
    case .conditional: .conditional
    case .aggregate: .aggregate
    case .combination(.union, _, _): .unionSet
    case .combination(.intersect, _, _): .intersectSet
    case .combination(.minus, _, _): .minusSet
    }
  }

  /// The value of a constant: a number is an `NSNumber`.
  public var constantValue: Any? {
    switch tree.root {
    case .constant(let constant): constant.objectValue
    case .argument: tree.argumentValue
    default: nil
    }
  }

  /// The dotted key path, such as `team.name`.
  public var keyPath: String {
    guard case .path(let path) = tree.root else { return "" }
    return path.dottedKeys ?? PropertyPath(path.components).dottedKeys ?? ""
  }

  /// The name of a variable, without `$`.
  public var variable: String {
    switch tree.root {
    case .variable(let name): name
    case .assignment(let name, _): name
    case .subquery(let subquery): subquery.variable
    default: ""
    }
  }

  /// The selector of the called function, such as `sum:`.
  public var function: String { call?.selector ?? "" }

  /// The arguments of the called function, or of a block.
  public var arguments: [_NSExpression]? {
    call.map { call in call.arguments.map(part) }
  }

  /// The receiver of a method; an expression for nil if a built-in function is called.
  public var operand: _NSExpression {
    part(call?.receiver ?? .constant(.null))
  }

  /// The elements of an aggregate, which are expressions, or the collection of a subquery.
  public var collection: Any {
    switch tree.root {
    case .aggregate(let elements): elements.map(part)
    case .subquery(let subquery): part(subquery.collection)
    case .argument: tree.argumentValue ?? []
    default: [] as [_NSExpression]
    }
  }

  /// The predicate of a subquery or a conditional.
  public var predicate: NSPredicate {
    switch tree.root {
    case .subquery(let subquery): .make(tree.sharingValues(subquery.predicate))
    case .conditional(let condition, _, _): .make(tree.sharingValues(condition))
    default: NSPredicate(value: false)
    }
  }

  /// The first of the two expressions of a combination of collections.
  public var left: _NSExpression {
    guard case .combination(_, let left, _) = tree.root else { return part(.constant(.null)) }
    return part(left)
  }

  /// The second of the two expressions of a combination of collections.
  public var right: _NSExpression {
    guard case .combination(_, _, let right) = tree.root else { return part(.constant(.null)) }
    return part(right)
  }

  /// The value of a conditional if its predicate is true.
  public var `true`: _NSExpression {
    guard case .conditional(_, let value, _) = tree.root else { return part(.constant(.null)) }
    return part(value)
  }

  /// The value of a conditional if its predicate is false.
  public var `false`: _NSExpression {
    guard case .conditional(_, _, let value) = tree.root else { return part(.constant(.null)) }
    return part(value)
  }

  /// The block that computes the value.
  public var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
    guard case .function(let call) = tree.root, case .argument(let argument)? = call.receiver,
      let block = tree.values[checked: argument.index] as? ExpressionBlock
    else { return { _, _, _ in NSNull() } }
    return block.block
  }

  private var call: FunctionCall? { tree.root.call }

  private func part(_ node: ExpressionNode) -> _NSExpression {
    TreeExpression.carrying(tree.sharingValues(node))
  }
}
