extension Unicode.Scalar {
  /// Whether a terminal shows nothing for this character, or does something instead of showing it.
  ///
  /// Control characters, line and paragraph separators, and format characters such as the ones that
  /// change the direction of writing. The joiners stay, for emoji and Indic scripts need them.
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
  /// The text with everything invisible written out (`\n`, `\t`, `\u{1B}`), so that a name in a hostile
  /// file can neither steer the terminal nor pretend to be a line of ours.
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
  /// The name of an invisible character in the notation of a Swift string.
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
