// The classes of characters in the grammar of JSON5.

extension Unicode.Scalar {
  /// Whether it ends a line; a carriage return and line feed end one line together.
  var isJSON5LineEnd: Bool {
    switch self {
    case "\n", "\r", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Whether it may stand between values.
  var isJSON5Space: Bool {
    switch self {
    case " ", "\t", "\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}": true
    case _ where isJSON5LineEnd: true
    default: value > 0x7F && properties.generalCategory == .spaceSeparator
    }
  }

  /// Whether an unquoted name may begin with it; a backslash begins a character written as `\uXXXX`.
  var isJSON5NameStart: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "$", "_", "\\": return true
    case _ where value < 0x80: return false
    default: break
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    default: return false
    }
  }

  /// Whether it may be part of an unquoted name.
  var isJSON5NamePart: Bool {
    if isJSON5NameStart || isDecimalDigit || self == "\u{200C}" || self == "\u{200D}" {
      return true
    }
    guard value >= 0x80 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return false
    }
  }

  var isDecimalDigit: Bool { ("0"..."9").contains(self) }

  /// The value of a hexadecimal digit.
  var hexadecimalValue: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "a"..."f": value - 0x57
    case "A"..."F": value - 0x37
    default: nil
    }
  }
}
