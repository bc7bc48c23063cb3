/// Escaping of text in XML, SVG and HTML.
package enum MarkupText {
  /// The characters that are escaped besides `&`, `<` and `>`.
  package struct Escapes: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let quotes = Self(rawValue: 1 << 0)
    package static let apostrophes = Self(rawValue: 1 << 1)
    package static let carriageReturns = Self(rawValue: 1 << 2)
    /// Line feeds and tabs, which attribute-value normalization replaces by spaces.
    package static let lineFeedsAndTabs = Self(rawValue: 1 << 3)

    /// All characters that end a double-quoted attribute, or that a parser would normalize in it.
    package static let inAttributes: Self = [.quotes, .carriageReturns, .lineFeedsAndTabs]
  }

  /// The text with markup characters escaped.
  package static func escaped(_ text: some StringProtocol, also escapes: Escapes = []) -> String {
    guard text.utf8.contains(where: { escape(of: $0, escapes) != nil }) else { return String(text) }
    var bytes: [UInt8] = []
    append(String(text), to: &bytes, also: escapes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text with markup characters escaped.
  package static func append(_ text: String, to bytes: inout [UInt8], also escapes: Escapes = []) {
    for byte in text.utf8 {
      if let escape = escape(of: byte, escapes) {
        bytes += escape.utf8
      } else {
        bytes.append(byte)
      }
    }
  }

  /// The escape of a character; nil if it is written as it is.
  private static func escape(of byte: UInt8, _ escapes: Escapes) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\"") where escapes.contains(.quotes): "&quot;"
    case UInt8(ascii: "'") where escapes.contains(.apostrophes): "&#39;"
    case UInt8(ascii: "\r") where escapes.contains(.carriageReturns): "&#13;"
    case UInt8(ascii: "\n") where escapes.contains(.lineFeedsAndTabs): "&#10;"
    case UInt8(ascii: "\t") where escapes.contains(.lineFeedsAndTabs): "&#9;"
    default: nil
    }
  }
}
