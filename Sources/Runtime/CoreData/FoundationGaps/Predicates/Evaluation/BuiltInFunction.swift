import Foundation
import PredicateFormat

/// A function of the predicate language, from the values of its arguments to its result.
///
/// Unsupported operands give nil.
struct BuiltInFunction {
  /// Whether the result may differ each time.
  let isVolatile: Bool

  let value: ([PredicateValue]) -> PredicateValue

  /// The function for a selector; nil if there is none.
  init?(_ selector: String) {
    isVolatile = selector == "now" || selector.hasPrefix("random")
    if let function = Self.ofCollection(selector) {
      value = { function($0.listed) }
    } else if let function = Self.ofNumber(selector) {
      value = { $0.first?.real.map(function) ?? .null }
    } else if let function = Self.ofText(selector) {
      value = { arguments in
        guard case .string(let text)? = arguments.first else { return .null }
        return function(text)
      }
    } else if let function = Self.other(selector) {
      value = function
    } else {
      return nil
    }
  }

  /// Functions of all members of a collection, or of all arguments.
  private static func ofCollection(
    _ selector: String
  ) -> (([PredicateValue]) -> PredicateValue)? {
    switch selector {
    case "sum:": { $0.sum }
    case "count:": { .integer(Int64($0.count)) }
    case "min:": { $0.minimum }
    case "max:": { $0.maximum }
    case "average:": { $0.average() }
    case "median:": { $0.median }
    case "mode:": { .collection(ValueCollection($0.modes)) }
    case "stddev:": { $0.standardDeviation }
    default: nil
    }
  }

  /// Functions of a number that calculate in floating point.
  private static func ofNumber(_ selector: String) -> ((Double) -> PredicateValue)? {
    switch selector {
    case "sqrt:": { .real($0.squareRoot()) }
    case "log:": { .real(log10($0)) }
    case "ln:": { .real(log($0)) }
    case "exp:": { .real(exp($0)) }
    case "floor:": { .real($0.rounded(.down)) }
    case "ceiling:": { .real($0.rounded(.up)) }
    case "trunc:": { .real($0.rounded(.towardZero)) }
    case "random:", "randomn:":
      { bound in
        guard bound >= 1, let bound = Int64(exactly: bound.rounded(.down)) else { return .null }
        return .integer(Int64.random(in: 0..<bound))
      }
    default: nil
    }
  }

  private static func ofText(_ selector: String) -> ((String) -> PredicateValue)? {
    switch selector {
    case "uppercase:": { .string($0.uppercased()) }
    case "lowercase:": { .string($0.lowercased()) }
    case "canonical:":
      { .string(TextComparison([.caseInsensitive, .diacriticInsensitive]).folded($0)) }
    case "length:": { .integer(Int64($0.utf16.count)) }
    default: nil
    }
  }

  private static func other(
    _ selector: String
  ) -> (([PredicateValue]) -> PredicateValue)? {
    switch selector {
    case "now": { _ in .date(Date()) }
    case "random": { _ in .real(Double.random(in: 0..<1)) }
    case "abs:": { $0.first?.magnitude ?? .null }
    // The store chooses the index.
    case "noindex:", "indexed:by:": { $0.first ?? .null }
    case "modulus:by:":
      { arguments in
        arguments.count == 2 ? arguments[0].remainder(by: arguments[1]) : .null
      }
    case FunctionCall.castSelector:
      { arguments in
        guard arguments.count == 2, case .string(let type) = arguments[1] else { return .null }
        return arguments[0].cast(to: type)
      }
    default: nil
    }
  }
}

extension [PredicateValue] {
  /// The members of the only argument if that is a collection, or the arguments themselves.
  fileprivate var listed: [PredicateValue] {
    guard count == 1, let only = first else { return self }
    return only.members ?? (only.isNull ? [] : self)
  }
}

extension PredicateValue {
  /// The value for a key path that is only known at run time.
  func value(atKeyPath keyPath: String) -> PredicateValue {
    KeyPathWalk(PropertyPath.Component.components(of: keyPath))?.value(from: self) ?? .null
  }

  fileprivate var magnitude: PredicateValue {
    switch self {
    case .integer(let value): value < 0 ? negated : self
    case .real(let value): .real(value.magnitude)
    case .decimal(let value): .decimal(value.magnitude)
    default: .null
    }
  }

  fileprivate func remainder(by other: PredicateValue) -> PredicateValue {
    if case .integer(let left) = self, case .integer(let right) = other {
      guard right != 0 else { return .null }
      return .integer(right == -1 ? 0 : left % right)
    }
    guard let left = real, let right = other.real else { return .null }
    return .real(left.truncatingRemainder(dividingBy: right))
  }
}
