extension FormatPrinter {
  mutating func write(_ constant: Constant) {
    switch constant {
    case .null: text += "nil"
    case .boolean(let value): write(value)
    case .integer(let value): text += String(value)
    case .real(let value): write(value)
    case .decimal(let digits): text += digits
    case .string(let string): writeQuoted(string)
    }
  }

  private mutating func write(_ value: Bool) {
    switch style {
    case .faithful: text += value ? "TRUE" : "FALSE"
    case .apple: text += value ? "1" : "0"
    }
  }

  private mutating func write(_ value: Double) {
    let description = value.description
    // "-0" would be parsed as the integer 0, which has no sign.
    if style == .apple, description.hasSuffix(".0"), description != "-0.0" {
      text += description.dropLast(2)
    } else {
      text += description
    }
  }

  /// Writes a string in double quotes.
  mutating func writeQuoted(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
