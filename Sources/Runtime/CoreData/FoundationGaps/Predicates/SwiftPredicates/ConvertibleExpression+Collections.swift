import Foundation
import PredicateFormat

extension PredicateExpressions.SequenceContains: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    if case .range(let low, let high, let isClosed) = try converter.node(sequence) {
      return try converter.containment(element, low, high, isClosed: isClosed)
    }
    return try converter.comparison(element, .in, sequence)
  }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    let matches = try converter.subquery(sequence, variable.key, test)
    return .condition(
      .comparison(ComparisonNode(matches.count, .greaterThan, .constant(.integer(0))))
    )
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    let others = try converter.subquery(sequence, variable.key, test, isNegated: true)
    return .condition(
      .comparison(ComparisonNode(others.count, .equalTo, .constant(.integer(0))))
    )
  }
}

extension PredicateExpressions.Filter: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(try converter.subquery(sequence, variable.key, filter))
  }
}

extension PredicateExpressions.SequenceMaximum: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(.function(FunctionCall("max:", [try converter.value(elements)])))
  }
}

extension PredicateExpressions.SequenceMinimum: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(.function(FunctionCall("min:", [try converter.value(elements)])))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(.element(of: try converter.value(wrapped), .element(try converter.value(index))))
  }
}

extension PredicateExpressions.ClosedRange: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .range(try converter.value(lower), try converter.value(upper), isClosed: true)
  }
}

extension PredicateExpressions.Range: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .range(try converter.value(lower), try converter.value(upper), isClosed: false)
  }
}

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    guard case .range(let low, let high, let isClosed) = try converter.node(range) else {
      throw SwiftPredicateConverter.Unsupported(what: "a one-sided range")
    }
    return try converter.containment(element, low, high, isClosed: isClosed)
  }
}

extension SwiftPredicateConverter {
  /// Whether a value is in a range.
  fileprivate mutating func containment(
    _ element: Any,
    _ low: ExpressionNode,
    _ high: ExpressionNode,
    isClosed: Bool
  ) throws -> Node {
    let value = try value(element)
    guard !isClosed else {
      return .condition(.comparison(ComparisonNode(value, .between, .aggregate([low, high]))))
    }
    return .condition(
      .and([
        .comparison(ComparisonNode(value, .greaterThanOrEqualTo, low)),
        .comparison(ComparisonNode(value, .lessThan, high)),
      ])
    )
  }
}

/// A constant range, with bounds of any type.
protocol ConstantRange {
  func converted(by converter: inout SwiftPredicateConverter) -> SwiftPredicateConverter.Node
}

extension ClosedRange: ConstantRange {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) -> SwiftPredicateConverter.Node {
    .range(
      converter.table.constant(lowerBound),
      converter.table.constant(upperBound),
      isClosed: true
    )
  }
}

extension Range: ConstantRange {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) -> SwiftPredicateConverter.Node {
    .range(
      converter.table.constant(lowerBound),
      converter.table.constant(upperBound),
      isClosed: false
    )
  }
}
