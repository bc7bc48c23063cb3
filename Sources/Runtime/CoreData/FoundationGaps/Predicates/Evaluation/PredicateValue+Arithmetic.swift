import Foundation
import PredicateFormat

// Arithmetic: between integers in 64-bit integers, so 7 / 2 is 3; in decimals if one operand is a decimal and the
// other is not floating point; in floating point otherwise. A number of seconds can be added to a date, and the
// difference of two dates is one. Anything else gives nil.
extension PredicateValue {
  /// The result of a calculation.
  func calculated(_ operation: ArithmeticOperator, _ other: PredicateValue) -> PredicateValue {
    switch (self, other) {
    case (.integer(let left), .integer(let right)):
      integers(left, operation, right)
    case (.decimal(let left), .decimal(let right)):
      decimals(left, operation, right)
    case (.decimal(let left), .integer(let right)):
      decimals(left, operation, Decimal(right))
    case (.integer(let left), .decimal(let right)):
      decimals(Decimal(left), operation, right)
    case (.date(let left), _):
      date(left, operation, other)
    case (_, .date(let right)):
      operation == .add ? (real.map { .date(right + $0) } ?? .null) : .null
    default:
      if let left = real, let right = other.real {
        reals(left, operation, right)
      } else {
        .null
      }
    }
  }

  private func integers(
    _ left: Int64,
    _ operation: ArithmeticOperator,
    _ right: Int64
  ) -> PredicateValue {
    let result: (partialValue: Int64, overflow: Bool)
    switch operation {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .divide:
      if right == 0 { return .null }
      result = left.dividedReportingOverflow(by: right)
    case .power:
      return reals(Double(left), .power, Double(right))
    case .bitwiseAnd: return .integer(left & right)
    case .bitwiseOr: return .integer(left | right)
    case .bitwiseXor: return .integer(left ^ right)
    case .shiftLeft: return .integer(left << right)
    case .shiftRight: return .integer(left >> right)
    }
    return result.overflow
      ? reals(Double(left), operation, Double(right)) : .integer(result.partialValue)
  }

  private func reals(
    _ left: Double,
    _ operation: ArithmeticOperator,
    _ right: Double
  ) -> PredicateValue {
    switch operation {
    case .add: return .real(left + right)
    case .subtract: return .real(left - right)
    case .multiply: return .real(left * right)
    case .divide: return .real(left / right)
    case .power: return .real(pow(left, right))
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      guard let left = Int64(exactly: left.rounded(.towardZero)),
        let right = Int64(exactly: right.rounded(.towardZero))
      else { return .null }
      return integers(left, operation, right)
    }
  }

  private func decimals(
    _ left: Decimal,
    _ operation: ArithmeticOperator,
    _ right: Decimal
  ) -> PredicateValue {
    switch operation {
    case .add: .decimal(left + right)
    case .subtract: .decimal(left - right)
    case .multiply: .decimal(left * right)
    case .divide: right.isZero ? .null : .decimal(left / right)
    default: reals(left.nearestDouble, operation, right.nearestDouble)
    }
  }

  private func date(
    _ date: Date,
    _ operation: ArithmeticOperator,
    _ other: PredicateValue
  ) -> PredicateValue {
    switch (operation, other) {
    case (.subtract, .date(let other)): .real(date.timeIntervalSince(other))
    case (.add, _): other.real.map { .date(date + $0) } ?? .null
    case (.subtract, _): other.real.map { .date(date - $0) } ?? .null
    default: .null
    }
  }

  /// The negated number.
  var negated: PredicateValue {
    switch self {
    case .integer(let value): value == .min ? .real(-Double(value)) : .integer(-value)
    case .real(let value): .real(-value)
    case .decimal(let value): .decimal(-value)
    default: .null
    }
  }

  /// The bitwise complement of the integer.
  var complement: PredicateValue {
    guard let value = whole else { return .null }
    return .integer(~value)
  }

  /// The number without its fraction; nil if it does not fit 64 bits, or is not a number.
  var whole: Int64? {
    if case .integer(let value) = self { return value }
    return real.flatMap { Int64(exactly: $0.rounded(.towardZero)) }
  }
}
