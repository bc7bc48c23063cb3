import Foundation
import PredicateFormat

extension PredicateExpressions.Variable: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(try converter.variable(key))
  }
}

extension PredicateExpressions.Value: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    switch value {
    case let range as any ConstantRange: range.converted(by: &converter)
    case let character as Character: .value(.constant(.string(String(character))))
    default: .value(converter.table.constant(value))
    }
  }
}

extension PredicateExpressions.NilLiteral: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(.constant(.null))
  }
}

extension PredicateExpressions.KeyPath: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    let base = try converter.value(root)
    if let measured = (Root.Output.self as? any MeasuredCollection.Type)?.node(keyPath, of: base) {
      return measured
    }
    guard let name = KeyPathNames.shared.name(of: keyPath) else {
      throw SwiftPredicateConverter.Unsupported(what: "the key path \(keyPath)")
    }
    return .value(base.appending(PropertyPath.Component.components(of: name)))
  }
}

extension PredicateExpressions.OptionalFlatMap: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    // A nil value has nil for each key, and only nil is equal to nil.
    converter.bind(variable.key, to: try converter.value(wrapped))
    return try converter.node(transform)
  }
}

extension PredicateExpressions.ForcedUnwrap: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    try converter.node(inner)
  }
}

extension PredicateExpressions.NilCoalesce: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    let value = try converter.value(lhs)
    let isPresent = ComparisonNode(value, .notEqualTo, .constant(.null))
    return .value(
      .conditional(.comparison(isPresent), then: value, else: try converter.value(rhs))
    )
  }
}

extension PredicateExpressions.Arithmetic: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    switch op {
    case .add: try converter.arithmetic(lhs, .add, rhs)
    case .subtract: try converter.arithmetic(lhs, .subtract, rhs)
    case .multiply: try converter.arithmetic(lhs, .multiply, rhs)
    @unknown default: throw SwiftPredicateConverter.Unsupported(what: "this calculation")
    }
  }
}

extension PredicateExpressions.FloatDivision: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    try converter.arithmetic(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.IntDivision: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    try converter.arithmetic(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.IntRemainder: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    let arguments = [try converter.value(lhs), try converter.value(rhs)]
    return .value(.function(FunctionCall("modulus:by:", arguments)))
  }
}

extension PredicateExpressions.UnaryMinus: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    .value(.unary(.negate, try converter.value(wrapped)))
  }
}
