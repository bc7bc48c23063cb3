import Diagnostics

// Numbers: decimal with an exponent, hexadecimal, infinities and NaN, each with an optional sign.

extension JSON5Scanner {
  /// Reads a number, from its sign, its point or its first digit.
  mutating func number() throws(JSON5Error) -> JSON5Value.Content {
    let start = place
    let isNegative = peek == "-"
    if peek == "-" || peek == "+" { advance() }
    let magnitude: JSON5Value.Content
    switch peek {
    case ("0"..."9")?, ".":
      magnitude = try digits(isNegative: isNegative, from: start)
    case "I", "N":
      magnitude = try word(isNegative: isNegative, from: start)
    default:
      throw unexpected(instead: "a number")
    }
    if let next = peek, next.isJSON5NamePart || next == "." {
      throw unexpected(instead: "the end of the number")
    }
    return magnitude
  }

  private mutating func word(
    isNegative: Bool,
    from start: Place
  ) throws(JSON5Error) -> JSON5Value.Content {
    switch try name() {
    case "Infinity": return .number(isNegative ? -.infinity : .infinity)
    case "NaN": return .number(.nan)
    default: throw JSON5Error("this is not a number", at: start)
    }
  }

  private mutating func digits(
    isNegative: Bool,
    from start: Place
  ) throws(JSON5Error) -> JSON5Value.Content {
    if peek == "0", peekSecond == "x" || peekSecond == "X" {
      advance()
      advance()
      let digits = run { $0.hexadecimalValue != nil }
      guard !digits.isEmpty else { throw unexpected(instead: "a hexadecimal digit") }
      return Self.whole(digits, radix: 16, isNegative: isNegative)
    }
    let whole = run(while: \.isDecimalDigit)
    guard whole.count < 2 || !whole.hasPrefix("0") else {
      throw JSON5Error("a number does not begin with '0'", at: start)
    }
    let point = skip(".")
    let fraction = point ? run(while: \.isDecimalDigit) : ""
    guard !whole.isEmpty || !fraction.isEmpty else { throw unexpected(instead: "a digit") }
    let exponent = try exponent()
    if !point, exponent == nil { return Self.whole(whole, radix: 10, isNegative: isNegative) }
    let text =
      (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole)
      + "." + (fraction.isEmpty ? "0" : fraction) + "e" + (exponent ?? "0")
    return .number(Double(text) ?? .nan)
  }

  private mutating func exponent() throws(JSON5Error) -> String? {
    guard peek == "e" || peek == "E" else { return nil }
    advance()
    var text = ""
    if peek == "-" { text = "-" }
    if peek == "-" || peek == "+" { advance() }
    let digits = run(while: \.isDecimalDigit)
    guard !digits.isEmpty else { throw unexpected(instead: "a digit of the exponent") }
    return text + digits
  }

  private mutating func run(while isPart: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek, isPart(scalar) {
      text.append(scalar)
      advance()
    }
    return String(text)
  }

  /// A number without a fraction, exact if it fits.
  private static func whole(
    _ digits: String,
    radix: Int,
    isNegative: Bool
  ) -> JSON5Value.Content {
    // Negative zero is not an integer: it keeps its sign.
    let isMinusZero = isNegative && digits.allSatisfy { $0 == "0" }
    if !isMinusZero, let value = Int((isNegative ? "-" : "") + digits, radix: radix) {
      return .integer(value)
    }
    let text = (isNegative ? "-" : "") + (radix == 16 ? "0x" : "") + digits
    return .number(Double(text) ?? .nan)
  }
}
