import ManagedModel

/// A validation rule of an attribute: a predicate on the value, and the error code
/// for a value that violates it.
package struct ValidationRule {
  package enum Bound {
    case integer(Int64)
    case real(Double)
    case decimal(DecimalNumber)
    case date(Double)
    case pattern(String)
  }

  package enum Kind {
    case least
    case greatest
    case leastLength
    case greatestLength
    case pattern
  }

  package var kind: Kind
  package var bound: Bound
  package var code: ValidationCode
}

extension ValidationRule {
  /// The rules for the fields of an attribute: minimum, maximum, pattern.
  /// (Their order in Apple's files is not established.)
  package static func rules(of attribute: Attribute) -> [ValidationRule] {
    switch attribute.type {
    case .string:
      stringRules(of: attribute)
    case .date:
      [
        attribute.minimumDateTimeInterval.map {
          ValidationRule(kind: .least, bound: .date($0), code: .dateTooSoon)
        },
        attribute.maximumDateTimeInterval.map {
          ValidationRule(kind: .greatest, bound: .date($0), code: .dateTooLate)
        },
      ].compactMap(\.self)
    case .integer16, .integer32, .integer64, .decimal, .double, .float:
      [
        bound(attribute.minimumText, attribute.type).map {
          ValidationRule(kind: .least, bound: $0, code: .numberTooSmall)
        },
        bound(attribute.maximumText, attribute.type).map {
          ValidationRule(kind: .greatest, bound: $0, code: .numberTooLarge)
        },
      ].compactMap(\.self)
    default:
      []
    }
  }

  private static func stringRules(of attribute: Attribute) -> [ValidationRule] {
    [
      attribute.minimumText.flatMap(LeadingNumber.integer).map {
        ValidationRule(kind: .leastLength, bound: .integer($0), code: .stringTooShort)
      },
      attribute.maximumText.flatMap(LeadingNumber.integer).map {
        ValidationRule(kind: .greatestLength, bound: .integer($0), code: .stringTooLong)
      },
      attribute.regularExpression.flatMap { $0.isEmpty ? nil : $0 }.map {
        ValidationRule(kind: .pattern, bound: .pattern($0), code: .stringPatternMatching)
      },
    ].compactMap(\.self)
  }

  private static func bound(_ text: String?, _ type: AttributeType) -> Bound? {
    guard let text, !text.isEmpty else { return nil }
    return switch type {
    case .decimal: DecimalNumber(text).map { .decimal($0) }
    case .double, .float: LeadingNumber.real(text).map { .real($0) }
    default: LeadingNumber.integer(text).map { .integer($0) }
    }
  }
}
