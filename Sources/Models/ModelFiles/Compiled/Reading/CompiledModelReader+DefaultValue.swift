import ManagedModel
import PropertyLists

extension CompiledModelReader {
  mutating func readDefaultValue(
    of object: ArchivedObject,
    into attribute: inout Attribute,
    label: String
  ) throws {
    guard let value = try object.value("NSDefaultValue") else { return }
    if case .null = value { return }
    if attribute.type == .date {
      attribute.defaultDateTimeInterval = try dateInterval(value)
      guard attribute.defaultDateTimeInterval == nil else { return }
    } else {
      attribute.defaultValueText = try valueText(value, type: attribute.type)
      guard attribute.defaultValueText == nil else { return }
    }
    note("\(label): a model file cannot express a default that is \(value.kindName)")
  }

  /// The text of a value in a model file; nil if it has none.
  func valueText(_ value: ArchivedValue, type: AttributeType) throws -> String? {
    switch (type, value) {
    case (.boolean, .plain(.boolean(let flag))): return flag ? "YES" : "NO"
    case (.boolean, .plain(.integer(let number))): return number == 0 ? "NO" : "YES"
    case (_, .plain(.boolean(let flag))) where type.isNumeric: return flag ? "1" : "0"
    case (.double, .plain(.integer(let number))): return String(Double(number))
    case (.float, .plain(.integer(let number))): return String(Float(number))
    case (_, .plain(.integer(let number))) where type.isNumeric: return String(number)
    case (.float, .plain(.real(let number))): return String(Float(number))
    case (_, .plain(.real(let number))) where type.isInteger:
      return LeadingNumber.integer(String(number)).map { String($0) }
    case (_, .plain(.real(let number))) where type.isNumeric: return String(number)
    case (_, .object(let object)) where type.isNumeric: return try decimal(object)?.text
    case (.string, _): return try value.string
    case (.uuid, .object(let object)):
      return try object.data("NS.uuidbytes").flatMap(UUIDText.text)
    case (.uri, .object(let object)): return try urlText(object, depth: 0)
    default: return nil
    }
  }

  func dateInterval(_ value: ArchivedValue) throws -> Double? {
    switch value {
    case .plain(.date(let seconds)), .plain(.real(let seconds)): seconds
    case .object(let object) where object.isKind(of: "NSDate"): try object.real("NS.time")
    default: nil
    }
  }

  /// The number in an archived NSDecimalNumber; nil for other objects and for 'not a number'.
  func decimal(_ object: ArchivedObject) throws -> DecimalNumber? {
    guard object.isKind(of: "NSDecimalNumber"), let bytes = try object.data("NS.mantissa"),
      let exponent = try object.integer("NS.exponent"), (-128...127).contains(exponent)
    else { return nil }
    let isNegative = try object.boolean("NS.negative")
    let length = min(try object.integer("NS.length") ?? 8, 8, bytes.count / 2)
    guard length >= 0 else { return nil }
    let isBig = try object.integer("NS.mantissa.bo") == DecimalByteOrder.big
    var mantissa: UInt128 = 0
    for position in (0..<length).reversed() {
      let first = UInt128(bytes[2 * position])
      let second = UInt128(bytes[2 * position + 1])
      mantissa = mantissa << 16 | (isBig ? first << 8 | second : second << 8 | first)
    }
    // A negative number without digits represents 'not a number' in NSDecimalNumber.
    if length == 0 && isNegative { return nil }
    return DecimalNumber(isNegative: isNegative, mantissa: mantissa, exponent: exponent)
  }

  /// The text of an archived NSURL.
  ///
  /// One with a base is appended to it, which is correct for the bases that occur.
  private func urlText(_ object: ArchivedObject, depth: Int) throws -> String? {
    guard object.isKind(of: "NSURL"), depth < 8, let relative = try object.string("NS.relative")
    else { return nil }
    guard let base = try object.object("NS.base") else { return relative }
    return try urlText(base, depth: depth + 1).map { $0 + relative }
  }
}
