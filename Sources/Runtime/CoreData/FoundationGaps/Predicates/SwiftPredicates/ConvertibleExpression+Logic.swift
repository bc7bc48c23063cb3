import Foundation
import PredicateFormat

extension PredicateExpressions.Conjunction: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .condition(.and([try converter.condition(lhs), try converter.condition(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .condition(.or([try converter.condition(lhs), try converter.condition(rhs)]))
  }
}

extension PredicateExpressions.Negation: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .condition(.not(try converter.condition(wrapped)))
  }
}

extension PredicateExpressions.Conditional: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(
      .conditional(
        try converter.condition(test),
        then: try converter.value(trueBranch),
        else: try converter.value(falseBranch)
      )
    )
  }
}

extension PredicateExpressions.Equal: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    try converter.comparison(lhs, .equalTo, rhs)
  }
}

extension PredicateExpressions.NotEqual: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    try converter.comparison(lhs, .notEqualTo, rhs)
  }
}

extension PredicateExpressions.Comparison: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    let relation: ComparisonNode.Relation =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqualTo
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqualTo
      @unknown default:
        throw SwiftPredicateConverter.Unsupported(what: "this comparison")
      }
    return try converter.comparison(lhs, relation, rhs)
  }
}
