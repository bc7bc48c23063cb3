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
    guard text.utf8.contains(where: mayBeEscaped) else { return String(text) }
    var bytes: [UInt8] = []
    append(String(text), to: &bytes, also: escapes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func mayBeEscaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"):
      true
    default: false
    }
  }

  /// Appends a text with markup characters escaped.
  package static func append(_ text: String, to bytes: inout [UInt8], also escapes: Escapes = []) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\"") where escapes.contains(.quotes): bytes += "&quot;".utf8
      case UInt8(ascii: "'") where escapes.contains(.apostrophes): bytes += "&#39;".utf8
      case UInt8(ascii: "\r") where escapes.contains(.carriageReturns): bytes += "&#13;".utf8
      case UInt8(ascii: "\n") where escapes.contains(.lineFeedsAndTabs): bytes += "&#10;".utf8
      case UInt8(ascii: "\t") where escapes.contains(.lineFeedsAndTabs): bytes += "&#9;".utf8
      default: bytes.append(byte)
      }
    }
  }
}
