import PredicateFormat
import SQLDriver

// Calculations in a database with types, whose results have a type that can hold them.
extension OperandTyping {
  /// An operand of a calculation.
  func calculated(
    _ operand: FetchOperand
  ) throws(FetchTranslationError) -> (fragment: SQLFragment, type: OperandType) {
    let pair = try calculated(.subtract, operand, operand)
    return (pair.0, pair.2)
  }

  /// Both operands of a calculation, and the type of the result.
  ///
  /// Integers are converted to decimals, which never overflow.
  func calculated(
    _ operation: ArithmeticOperator,
    _ left: FetchOperand,
    _ right: FetchOperand
  ) throws(FetchTranslationError) -> (SQLFragment, SQLFragment, OperandType) {
    let use = "a calculation"
    let pair = try pair(left, right, for: use)
    guard isTyped else { return (pair.left, pair.right, .unknown) }
    guard pair.type.isNumber, [.add, .subtract, .multiply].contains(operation) else {
      throw FetchTranslationError("\(use) has no counterpart in this database")
    }
    let type: OperandType = pair.type == .real ? .real : .decimal
    return (cast(pair.left, to: type), cast(pair.right, to: type), type)
  }

  /// An aggregate function of values, in the type of its result.
  ///
  /// For the values of a collection, `select` wraps the call in a subquery.
  func aggregate(
    _ function: String,
    _ value: SQLFragment,
    _ type: OperandType,
    isDistinct: Bool = false,
    _ select: (SQLFragment) -> SQLFragment
  ) throws(FetchTranslationError) -> FetchOperand {
    let distinct = isDistinct ? "DISTINCT " : ""
    var value = value
    if function == "COUNT" { return .value(select("COUNT(\(distinct)" + value + ")"), .integer) }
    var result = type
    if isTyped {
      let isOfNumbers = function == "SUM" || function == "AVG"
      guard isOfNumbers ? type.isNumber : type.isOrdered && type != .boolean else {
        throw FetchTranslationError("\(function) has values of another type than numbers")
      }
      if function == "AVG", type == .integer { result = .real }
      if isOfNumbers, result == .real { value = cast(value, to: .real) }
      value = binary(value, type)
    }
    let call = "\(function)(\(distinct)" + value + ")"
    // The sum of no rows is NULL in SQL, and zero here.
    let sum = function == "SUM" ? "COALESCE(" + call + ", 0)" : call
    let selected = select(sum)
    return .value(
      function == "SUM" || function == "AVG" ? cast(selected, to: result) : selected,
      result
    )
  }
}
