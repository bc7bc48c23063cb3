import ManagedModel

/// The effect on values of a change from one numeric type to another, for which Core Data infers a migration.
///
/// Booleans are numbers in this sense, and decimals are not: whether Core Data converts those is not
/// established.
package enum NumberConversion: Sendable, Hashable {
  /// Every value stays the same number.
  case exact

  /// The nearest value of the new type.
  case rounded

  /// The same number, if it fits into the narrower type.
  case narrowed

  /// The number without its fraction, if it fits into the integer type.
  case truncated

  /// True for every number but 0.
  case truth

  /// The conversion between two different types, or nil if one of them is not numeric.
  package init?(from old: AttributeType, to new: AttributeType) {
    guard old != new, let before = Self.precision[old], let after = Self.precision[new] else {
      return nil
    }
    switch (old, new) {
    case (_, .boolean): self = .truth
    case (.boolean, _), (.float, .double): self = .exact
    case (.double, .float): self = .rounded
    case (.float, _), (.double, _): self = .truncated
    case (_, .float), (_, .double): self = before <= after ? .exact : .rounded
    default: self = before <= after ? .exact : .narrowed
    }
  }

  /// The number of bits of a whole number that each type represents exactly.
  private static let precision: [AttributeType: Int] = [
    .boolean: 1, .integer16: 16, .integer32: 32, .integer64: 64, .float: 24, .double: 53,
  ]

  /// Whether values that the new type can represent may change.
  package var changesValues: Bool { self == .truncated || self == .truth }

  /// Whether the new type may be unable to represent an old value.
  package var isLimited: Bool { self == .narrowed || self == .truncated }
}

extension AttributeType {
  /// The least and the greatest value of an integer type.
  package var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: .min ... .max
    default: nil
    }
  }
}
