import PredicateFormat
import SQLDriver

extension ConditionTranslation {
  mutating func call(
    _ call: FunctionCall,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> FetchOperand {
    if let aggregate = try aggregate(call, in: scope) { return aggregate }
    guard call.isBuiltIn else {
      throw FetchTranslationError("the function \(call.selector) has no counterpart in SQL")
    }
    var arguments: [FetchOperand] = []
    for argument in call.arguments { arguments.append(try operand(argument, in: scope)) }
    if case .collection(let collection)? = arguments.first, arguments.count == 1 {
      return try total(String(call.selector.dropLast()), of: collection)
    }
    // The database chooses the index itself.
    if ["noindex:", "indexed:by:"].contains(call.selector), let first = arguments.first {
      return first
    }
    var values: [SQLFragment] = []
    for argument in arguments { values.append(try argument.scalar(call.selector)) }
    return .value(try self.call(call.selector, values), .unknown)
  }

  /// The aggregate function of a group for a call; nil for a call about a single object.
  private mutating func aggregate(
    _ call: FunctionCall,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> FetchOperand? {
    guard allowsAggregates, call.receiver == nil, call.arguments.count == 1,
      Self.groupFunctions.contains(call.selector)
    else { return nil }
    allowsAggregates = false
    defer { allowsAggregates = true }
    var argument = call.arguments[0]
    var isDistinct = false
    if case .function(let inner) = argument, inner.selector == "distinct:",
      inner.arguments.count == 1
    {
      isDistinct = true
      argument = inner.arguments[0]
    }
    let value: SQLFragment
    let operand = try operand(argument, in: scope)
    switch operand {
    case .collection, .list, .constant(.list): return nil
    case .opaque(let fragment, _) where call.selector == "count:" && !isDistinct: value = fragment
    default: value = try operand.scalar(call.selector)
    }
    hasAggregates = true
    guard let function = Self.functions[call.selector] else {
      throw FetchTranslationError(
        "the function \(call.selector) of a group has no counterpart in SQL"
      )
    }
    return try typing.aggregate(function, value, operand.type, isDistinct: isDistinct) { $0 }
  }

  private static let groupFunctions: Set<String> = [
    "count:", "sum:", "min:", "max:", "average:", "median:", "mode:", "stddev:",
  ]

  /// The SQL names of the aggregate functions.
  private static let functions = [
    "count:": "COUNT", "min:": "MIN", "max:": "MAX", "average:": "AVG", "sum:": "SUM",
  ]
}
