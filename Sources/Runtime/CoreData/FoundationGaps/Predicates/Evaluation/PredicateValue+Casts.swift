import Foundation

extension PredicateValue {
  /// The result of `CAST(value, "type")`; nil if there is no such cast.
  ///
  /// A date and a number are cast to each other by the seconds since 2001.
  func cast(to type: String) -> PredicateValue {
    switch type {
    case "NSNumber": castToNumber
    case "NSDecimalNumber": castToDecimal
    case "NSDate": castToDate
    case "NSString": castToString
    case "NSUUID": castFromString { UUID(uuidString: $0).map(PredicateValue.id) }
    case "NSURL": castFromString { URL(string: $0).map { PredicateValue($0) } }
    case "NSData": castFromString { Data(base64Encoded: $0).map(PredicateValue.data) }
    default: .null
    }
  }

  /// The number in a string, or the seconds of a date.
  var castToNumber: PredicateValue {
    switch self {
    case .integer, .real, .decimal: return self
    case .date(let date): return .real(date.timeIntervalSinceReferenceDate)
    case .string(let string):
      let digits = string.trimmingCharacters(in: .whitespaces)
      if let whole = Int64(digits) { return .integer(whole) }
      return Double(digits).map(PredicateValue.real) ?? .null
    default: return .null
    }
  }

  private var castToDecimal: PredicateValue {
    switch castToNumber {
    case .integer(let value): .decimal(Decimal(value))
    case .real(let value): value.isFinite ? .decimal(Decimal(string: "\(value)") ?? 0) : .null
    case let number: number
    }
  }

  private var castToDate: PredicateValue {
    if case .date = self { return self }
    guard let seconds = castToNumber.real else { return .null }
    return .date(Date(timeIntervalSinceReferenceDate: seconds))
  }

  /// The value's description; that of a floating-point number without a fraction has no point.
  var castToString: PredicateValue {
    switch self {
    case .null, .collection, .data: .null
    case .string: self
    case .integer(let value): .string(String(value))
    case .real(let value):
      .string(
        value.description.hasSuffix(".0") ? String(value.description.dropLast(2)) : "\(value)"
      )
    case .decimal(let value): .string(value.description)
    case .date(let value): .string(value.description)
    case .id(let value): .string(value.uuidString)
    case .object(let value): .string(String(describing: value))
    case .other(let value):
      .string((value as? URL)?.absoluteString ?? String(describing: value))
    }
  }

  private func castFromString(_ make: (String) -> PredicateValue?) -> PredicateValue {
    guard case .string(let string) = self else { return self }
    return make(string) ?? .null
  }
}
