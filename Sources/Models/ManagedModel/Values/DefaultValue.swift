/// The default value of an attribute.
package enum DefaultValue: Sendable, Hashable {
  case integer(Int64)
  case double(Double)
  /// The digits as in the file: a Decimal does not survive a conversion to Double and back.
  case decimal(String)
  case string(String)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  /// A UUID in its usual form.
  case uuid(String)
  case uri(String)
}

extension Attribute {
  /// The default value, or nil when there is none or when the text is not a value of the type.
  ///
  /// Files keep texts from before a change of type (`0.0` or `NO` for an integer, `0` for a Boolean);
  /// they are read as Core Data's compiler reads them, by their leading number.
  package var defaultValue: DefaultValue? {
    if type == .date { return defaultDateTimeInterval.map(DefaultValue.date) }
    guard let text = defaultValueText else { return nil }
    switch type {
    case .integer16, .integer32, .integer64: return Self.integer(text).map(DefaultValue.integer)
    case .double, .float: return Self.number(text).map(DefaultValue.double)
    case .decimal: return Self.number(text).map { _ in .decimal(text) }
    case .boolean: return Self.boolean(text).map(DefaultValue.boolean)
    case .string: return .string(text)
    case .uuid: return Self.isUUID(text) ? .uuid(text) : nil
    case .uri: return .uri(text)
    case .undefined, .date, .binary, .transformable, .objectID, .composite: return nil
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    number(text).map { $0 != 0 }
  }

  private static func integer(_ text: String) -> Int64? {
    if let whole = Int64(text) { return whole }
    guard let number = number(text), abs(number) < 0x1p63 else { return nil }
    return Int64(number)
  }

  private static func number(_ text: String) -> Double? {
    if let number = Double(text) { return number.isFinite ? number : nil }
    // Such words remain from a time when the attribute was a Boolean.
    switch text.lowercased() {
    case "yes", "true": return 1
    case "no", "false": return 0
    default: return nil
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.allSatisfy { $0.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
  }
}
