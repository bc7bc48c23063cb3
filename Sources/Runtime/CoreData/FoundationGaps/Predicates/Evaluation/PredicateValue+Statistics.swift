import Foundation
import PredicateFormat

// Statistics of many values. Values that are not numbers are ignored.
extension [PredicateValue] {
  /// The sum of the numbers.
  var sum: PredicateValue {
    reduce(.integer(0)) { sum, value in
      let next = sum.calculated(.add, value)
      return next.isNull ? sum : next
    }
  }

  /// The least value; nil if there is none.
  var minimum: PredicateValue { extreme(.orderedAscending) }

  /// The greatest value; nil if there is none.
  var maximum: PredicateValue { extreme(.orderedDescending) }

  private func extreme(_ wanted: ComparisonResult) -> PredicateValue {
    var best = PredicateValue.null
    for value in self where !value.isNull {
      if best.isNull || PredicateValue.order(value, best) == wanted { best = value }
    }
    return best
  }

  /// The arithmetic mean of the numbers.
  ///
  /// - Parameter none: The result if there are no numbers.
  /// - Returns: A floating-point number, or a decimal if the numbers are decimals.
  func average(ofNone none: PredicateValue = .null) -> PredicateValue {
    let numbers = filter { $0.real != nil }
    guard !numbers.isEmpty else { return none }
    switch numbers.sum {
    case .decimal(let sum): return .decimal(sum / Decimal(numbers.count))
    case let sum: return .real((sum.real ?? 0) / Double(numbers.count))
    }
  }

  /// The middle number, or the mean of the two middle ones.
  var median: PredicateValue {
    let sorted = compactMap(\.real).sorted()
    guard !sorted.isEmpty else { return .null }
    let middle = sorted.count / 2
    return .real(sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
  }

  /// The most frequent values, in the order of their first occurrence.
  var modes: [PredicateValue] {
    var counts: [PredicateValue: Int] = [:]
    for value in self where !value.isNull { counts[value, default: 0] += 1 }
    guard let most = counts.values.max() else { return [] }
    return distinct.filter { counts[$0] == most }
  }

  /// The standard deviation of the numbers as a whole population.
  var standardDeviation: PredicateValue {
    let numbers = compactMap(\.real)
    guard !numbers.isEmpty else { return .null }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.map { ($0 - mean) * ($0 - mean) }
    return .real((squares.reduce(0, +) / Double(numbers.count)).squareRoot())
  }
}

extension PredicateValue {
  /// The number as a `Double`; nil if it is not a number.
  var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .decimal(let value): value.nearestDouble
    default: nil
    }
  }
}
