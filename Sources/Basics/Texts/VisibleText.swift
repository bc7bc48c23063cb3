extension Unicode.Scalar {
  /// Whether the character is invisible or controls a terminal.
  ///
  /// These are control characters, line and paragraph separators, and format characters such as bidirectional
  /// controls. Joiners are not included, because emoji and Indic scripts need them.
  package var isInvisible: Bool {
    switch value {
    case 0x20...0x7E: return false
    case 0x200C, 0x200D: return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return false
    }
  }
}

extension StringProtocol {
  /// The text with invisible characters escaped (`\n`, `\t`, `\u{1B}`), so that a name in an untrusted file can
  /// neither control the terminal nor forge a line of output.
  package var visible: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isInvisible {
        text += scalar.writtenOut
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// The escape sequence of an invisible character in Swift syntax.
  package var writtenOut: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
