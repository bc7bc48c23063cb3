import Foundation

extension PredicateValue {
  /// The order of two values; nil if they are not comparable, such as strings and numbers, or nil and anything.
  static func order(_ left: Self, _ right: Self) -> ComparisonResult? {
    switch (left, right) {
    case (.string(let left), .string(let right)): ComparisonResult(left, right)
    case (.date(let left), .date(let right)): ComparisonResult(left, right)
    case (.id(let left), .id(let right)): ComparisonResult(left.uuidString, right.uuidString)
    case (.data(let left), .data(let right)):
      left == right
        ? .orderedSame
        : left.lexicographicallyPrecedes(right)
          ? .orderedAscending : .orderedDescending
    case (.object(let left as any OrderedInPredicates), .object(let right)):
      left.orderInPredicates(with: right)
    default: numericOrder(left, right)
    }
  }

  /// The order of two numbers; nil if one is not a number.
  static func numericOrder(_ left: Self, _ right: Self) -> ComparisonResult? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): ComparisonResult(left, right)
    case (.integer(let left), .real(let right)): order(left, right)
    case (.real(let left), .integer(let right)): order(right, left)?.reversed
    case (.real(let left), .real(let right)): order(left, right)
    case (.decimal(let left), .decimal(let right)): order(left, right)
    case (.decimal(let left), .integer(let right)): order(left, Decimal(right))
    case (.integer(let left), .decimal(let right)): order(Decimal(left), right)
    case (.decimal(let left), .real(let right)): order(left.nearestDouble, right)
    case (.real(let left), .decimal(let right)): order(left, right.nearestDouble)
    default: nil
    }
  }

  private static func order(_ left: Double, _ right: Double) -> ComparisonResult? {
    left.isNaN || right.isNaN ? nil : ComparisonResult(left, right)
  }

  private static func order(_ left: Decimal, _ right: Decimal) -> ComparisonResult? {
    left.isNaN || right.isNaN ? nil : ComparisonResult(left, right)
  }

  /// Compares without rounding the integer to a `Double`.
  private static func order(_ left: Int64, _ right: Double) -> ComparisonResult? {
    if right.isNaN { return nil }
    if right >= 0x1p63 { return .orderedAscending }
    if right < -0x1p63 { return .orderedDescending }
    let whole = right.rounded(.towardZero)
    let result = ComparisonResult(left, Int64(whole))
    return result == .orderedSame ? ComparisonResult(whole, right) : result
  }
}

extension ComparisonResult {
  init<Value: Comparable>(_ left: Value, _ right: Value) {
    if left < right {
      self = .orderedAscending
    } else {
      self = right < left ? .orderedDescending : .orderedSame
    }
  }

  var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}

extension Decimal {
  /// The `Double` with the same digits; `doubleValue` may be off by one bit.
  var nearestDouble: Double { isNaN ? .nan : Double(description) ?? .nan }
}
