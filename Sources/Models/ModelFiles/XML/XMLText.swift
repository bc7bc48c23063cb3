/// How text stands in XML.
enum XMLText {
  /// Whether a value contains characters that writers escape differently.
  static func mayBeWrittenInSeveralWays(_ value: String) -> Bool {
    var value = value
    return value.withUTF8 { bytes in
      bytes.contains { byte in
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
          UInt8(ascii: "'"), 0..<0x20, 0x7f...:
          true
        default: false
        }
      }
    }
  }

  /// A value as it stands between double quotes.
  static func escaped(_ value: String) -> String {
    guard mayBeWrittenInSeveralWays(value) else { return value }
    return value.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t": result += "&#9;"
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  /// A text as it stands between tags.
  static func escapedContent(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
