import Foundation
import PredicateFormat

/// Converts predicates and expressions of the macros `#Predicate` and `#Expression` to trees.
///
/// Expressions without a counterpart in the predicate language are refused.
struct SwiftPredicateConverter {
  /// A part of a Swift predicate in the predicate language.
  enum Node {
    case condition(PredicateNode)
    case value(ExpressionNode)
    /// A range, which is only meaningful as the operand of a search.
    case range(ExpressionNode, ExpressionNode, isClosed: Bool)
  }

  /// An error for a part that the predicate language cannot express.
  struct Unsupported: Error {
    let what: String
  }

  var table = ValueTable()

  private var variables: [PredicateExpressions.VariableID: ExpressionNode] = [:]
  private var variableCount = 0

  /// The tree of a predicate about one object.
  static func tree<Input>(_ predicate: Foundation.Predicate<Input>) throws -> PredicateTree {
    var converter = SwiftPredicateConverter()
    converter.bind(predicate.variable.key, to: .evaluatedObject)
    let root = try converter.condition(predicate.expression)
    return PredicateTree(root, values: converter.table.values)
  }

  /// The tree of an expression about one object.
  static func tree<Input, Output>(
    _ expression: Foundation.Expression<Input, Output>
  ) throws -> ExpressionTree {
    var converter = SwiftPredicateConverter()
    converter.bind(expression.variable.key, to: .evaluatedObject)
    let root = try converter.value(expression.expression)
    return ExpressionTree(root, values: converter.table.values)
  }

  // MARK: Variables

  mutating func bind(_ variable: PredicateExpressions.VariableID, to value: ExpressionNode) {
    variables[variable] = value
  }

  func variable(_ id: PredicateExpressions.VariableID) throws -> ExpressionNode {
    guard let value = variables[id] else { throw Unsupported(what: "an unknown variable") }
    return value
  }

  /// The members of a collection that match a condition, or do not.
  mutating func subquery(
    _ collection: Any,
    _ variable: PredicateExpressions.VariableID,
    _ test: Any,
    isNegated: Bool = false
  ) throws -> ExpressionNode {
    let members = try value(collection)
    variableCount += 1
    let name = "x\(variableCount)"
    bind(variable, to: .variable(name))
    let condition = try condition(test)
    let predicate = isNegated ? PredicateNode.not(condition) : condition
    return .subquery(Subquery(members, variable: name, predicate: predicate))
  }

  // MARK: Parts

  mutating func node(_ expression: Any) throws -> Node {
    guard let expression = expression as? any ConvertibleExpression else {
      throw Unsupported(what: String(describing: type(of: expression)))
    }
    return try expression.converted(by: &self)
  }

  /// Converts a part to a condition; a value alone is compared with true.
  mutating func condition(_ expression: Any) throws -> PredicateNode {
    switch try node(expression) {
    case .condition(let condition): return condition
    case .value(.constant(.boolean(let holds))): return .constant(holds)
    case .value(let value):
      return .comparison(ComparisonNode(value, .equalTo, .constant(.boolean(true))))
    case .range: throw Unsupported(what: "a range as a condition")
    }
  }

  /// Converts a part to a value.
  mutating func value(_ expression: Any) throws -> ExpressionNode {
    switch try node(expression) {
    case .value(let value): return value
    case .condition(let condition):
      return .conditional(
        condition,
        then: .constant(.boolean(true)),
        else: .constant(.boolean(false))
      )
    case .range: throw Unsupported(what: "a range as a value")
    }
  }

  mutating func comparison(
    _ left: Any,
    _ relation: ComparisonNode.Relation,
    _ right: Any,
    _ options: ComparisonNode.Options = []
  ) throws -> Node {
    .condition(
      .comparison(ComparisonNode(try value(left), relation, try value(right), options: options))
    )
  }

  mutating func arithmetic(
    _ left: Any,
    _ operation: ArithmeticOperator,
    _ right: Any
  ) throws -> Node {
    .value(.arithmetic(operation, try value(left), try value(right)))
  }
}

/// An expression of a Swift predicate with a counterpart in the predicate language.
protocol ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node
}

extension ExpressionNode {
  /// The number of members of a collection.
  var count: ExpressionNode { appending([.collectionOperator("count")]) }

  /// The value of a key path from this one.
  func appending(_ components: [PropertyPath.Component]) -> ExpressionNode {
    switch self {
    case .evaluatedObject: .path(PropertyPath(components))
    case .path(let path): .path(PropertyPath(base: path.base, path.components + components))
    default: .path(PropertyPath(base: self, components))
    }
  }
}
