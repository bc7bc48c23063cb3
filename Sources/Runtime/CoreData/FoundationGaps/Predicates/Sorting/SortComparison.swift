import Foundation

/// The comparison of two values by a sort descriptor.
///
/// Nil comes first, and values of different kinds are treated as equal.
enum SortComparison {
  /// By a method of the values: strings by the given method; anything else by its natural order.
  case selector(Selector)

  /// By a block, which receives objects: numbers are `NSNumber`s.
  case block(Comparator)

  static var natural: SortComparison { .selector("compare:") }

  func order(_ left: PredicateValue, _ right: PredicateValue) -> ComparisonResult {
    switch self {
    case .block(let compare):
      return compare(left.object ?? NSNull(), right.object ?? NSNull())
    case .selector(let selector):
      if left.isNull || right.isNull {
        return ComparisonResult(left.isNull ? 0 : 1, right.isNull ? 0 : 1)
      }
      if case .string(let left) = left, case .string(let right) = right {
        return Self.order(left, selector, right)
      }
      return PredicateValue.order(left, right) ?? .orderedSame
    }
  }

  private static func order(
    _ left: String,
    _ selector: Selector,
    _ right: String
  ) -> ComparisonResult {
    switch selector.description {
    case "caseInsensitiveCompare:": left.caseInsensitiveCompare(right)
    case "localizedCompare:": left.localizedCompare(right)
    case "localizedCaseInsensitiveCompare:": left.localizedCaseInsensitiveCompare(right)
    case "localizedStandardCompare:": left.localizedStandardCompare(right)
    default: ComparisonResult(left, right)
    }
  }
}
