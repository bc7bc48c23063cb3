import Foundation
import PredicateFormat

/// Turns what the macros `#Predicate` and `#Expression` make into trees.
///
/// Expressions without a counterpart in the language of predicates are refused.
struct SwiftPredicateConverter {
  /// A part of a Swift predicate in the language of predicates.
  enum Node {
    case condition(PredicateNode)
    case value(ExpressionNode)
    /// A range, which only has a meaning when something is looked for in it.
    case range(ExpressionNode, ExpressionNode, isClosed: Bool)
  }

  /// Something that cannot be said in the language of predicates.
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

  /// The members of a collection for which a condition holds, or does not.
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

  /// A part as a condition; a value alone asks whether it is true.
  mutating func condition(_ expression: Any) throws -> PredicateNode {
    switch try node(expression) {
    case .condition(let condition): return condition
    case .value(.constant(.boolean(let holds))): return .constant(holds)
    case .value(let value):
      return .comparison(ComparisonNode(value, .equalTo, .constant(.boolean(true))))
    case .range: throw Unsupported(what: "a range as a condition")
    }
  }

  /// A part as a value.
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

/// An expression of a Swift predicate that has a counterpart in the language of predicates.
protocol ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node
}

extension ExpressionNode {
  /// The number of members of a collection.
  var count: ExpressionNode { appending([.collectionOperator("count")]) }

  /// The value at the end of a path that starts at this one's.
  func appending(_ components: [PropertyPath.Component]) -> ExpressionNode {
    switch self {
    case .evaluatedObject: .path(PropertyPath(components))
    case .path(let path): .path(PropertyPath(base: path.base, path.components + components))
    default: .path(PropertyPath(base: self, components))
    }
  }
}
