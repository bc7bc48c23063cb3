import Foundation
import PredicateFormat

extension PredicateExpressions.CollectionContainsCollection: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    // The predicate language supports this for strings only.
    guard Base.Output.self is any StringProtocol.Type else {
      throw SwiftPredicateConverter.Unsupported(what: "a collection in a collection")
    }
    return try converter.comparison(base, .contains, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleExpression {
  func converted(
    by converter: inout SwiftPredicateConverter
  ) throws -> SwiftPredicateConverter.Node {
    guard Base.Output.self is any StringProtocol.Type else {
      throw SwiftPredicateConverter.Unsupported(what: "the beginning of a collection")
    }
    return try converter.comparison(base, .beginsWith, prefix)
  }
}
