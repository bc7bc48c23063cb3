import Texts

/// The escaping of text in XML.
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

  /// The value escaped for double quotes.
  static func escaped(_ value: String) -> String {
    MarkupText.escaped(value, also: .inAttributes)
  }
}
