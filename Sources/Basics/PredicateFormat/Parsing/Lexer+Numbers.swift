extension Lexer {
  /// Reads a number: `42`, `4.2`, `.5`, `42e-1`, `0x2A`, `0o52`, `0b101010`.
  mutating func number() throws(PredicateSyntaxError) -> Constant {
    let start = position
    let value: Constant
    if let radix = radixOfPrefix {
      position += 2
      value = try prefixedInteger(radix, from: start)
    } else {
      value = try decimalNumber(from: start)
    }
    guard wordScalarLength(first: false) == 0 else {
      throw PredicateSyntaxError(
        "letters follow the number directly",
        at: start,
        hint: "a key cannot begin with a digit; put a space after a number"
      )
    }
    return value
  }

  private var radixOfPrefix: Int? {
    guard peek() == UInt8(ascii: "0"), let letter = peek(1) else { return nil }
    switch letter | 0x20 {
    case UInt8(ascii: "x"): return 16
    case UInt8(ascii: "o"): return 8
    case UInt8(ascii: "b"): return 2
    default: return nil
    }
  }

  private mutating func prefixedInteger(
    _ radix: Int,
    from start: Int
  ) throws(PredicateSyntaxError) -> Constant {
    var value: UInt64 = 0
    var digits = 0
    while let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
      digit < radix
    {
      let (product, overflow) = value.multipliedReportingOverflow(by: UInt64(radix))
      guard !overflow else {
        throw PredicateSyntaxError("the number does not fit into 64 bits", at: start)
      }
      value = product | UInt64(digit)
      digits += 1
      position += 1
    }
    guard digits > 0 else {
      throw PredicateSyntaxError("digits of base \(radix) must follow the prefix", at: start)
    }
    return .whole(String(value))
  }

  private mutating func decimalNumber(from start: Int) throws(PredicateSyntaxError) -> Constant {
    skipDigits()
    var isWhole = true
    if peek() == UInt8(ascii: "."), peek(1).map(isDigit) == true {
      isWhole = false
      position += 1
      skipDigits()
    }
    if skipExponent() { isWhole = false }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole { return .whole(text) }
    guard let value = Double(text.hasPrefix(".") ? "0" + text : text), value.isFinite else {
      throw PredicateSyntaxError("the number is too large for a double", at: start)
    }
    return .real(value)
  }

  private mutating func skipDigits() {
    while let byte = peek(), isDigit(byte) { position += 1 }
  }

  private mutating func skipExponent() -> Bool {
    guard let letter = peek(), letter | 0x20 == UInt8(ascii: "e") else { return false }
    let hasSign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
    guard let digit = peek(hasSign ? 2 : 1), isDigit(digit) else { return false }
    position += hasSign ? 2 : 1
    skipDigits()
    return true
  }
}

extension Constant {
  /// A whole number: an integer if it fits, otherwise its digits.
  static func whole(_ digits: String) -> Constant {
    if let value = Int64(digits) { return .integer(value) }
    let isNegative = digits.hasPrefix("-")
    let significant = (isNegative ? digits.dropFirst() : digits[...]).drop { $0 == "0" }
    return .decimal((isNegative ? "-" : "") + significant)
  }

  /// The negated number; nil if the constant is not a number.
  var negated: Constant? {
    switch self {
    case .integer(let value):
      let (result, overflow) = Int64(0).subtractingReportingOverflow(value)
      return overflow ? .decimal(String(value.magnitude)) : .integer(result)
    case .real(let value): return .real(-value)
    case .decimal(let digits):
      return .whole(digits.hasPrefix("-") ? String(digits.dropFirst()) : "-" + digits)
    case .null, .boolean, .string: return nil
    }
  }
}
