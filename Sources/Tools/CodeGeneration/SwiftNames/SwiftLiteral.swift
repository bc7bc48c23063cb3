import Diagnostics

/// Texts as Swift string literals.
package enum SwiftLiteral {
  /// The text between quotation marks; nothing in it can end the literal, begin an interpolation or be
  /// invisible.
  package static func string(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isPlain) else { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0": result += "\\0"
      case _ where scalar.isInvisible:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether a UTF-8 byte needs no escaping in a literal.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
