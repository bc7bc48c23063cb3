/// Text as it stands in markup: in XML, SVG and HTML.
package enum MarkupText {
  /// The characters that are written as references besides `&`, `<` and `>`.
  package struct Escapes: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let quotes = Self(rawValue: 1 << 0)
    package static let apostrophes = Self(rawValue: 1 << 1)
    package static let carriageReturns = Self(rawValue: 1 << 2)
    /// Line feeds and tabs, which a parser makes spaces of in attributes.
    package static let lineFeedsAndTabs = Self(rawValue: 1 << 3)
  }

  /// Returns the text with everything escaped that means something in markup.
  package static func escaped(_ text: some StringProtocol, also escapes: Escapes = []) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where escapes.contains(.quotes): result += "&quot;"
      case "'" where escapes.contains(.apostrophes): result += "&#39;"
      case "\r" where escapes.contains(.carriageReturns): result += "&#13;"
      case "\n" where escapes.contains(.lineFeedsAndTabs): result += "&#10;"
      case "\t" where escapes.contains(.lineFeedsAndTabs): result += "&#9;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
