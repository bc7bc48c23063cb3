import Texts

/// Safe markup: every text was escaped when it was inserted.
///
/// Markup cannot be made from a string, except for pictures. What cannot be escaped (names of elements and
/// attributes, style sheets) can only be a literal.
package struct HTML: Sendable, Hashable {
  /// The markup.
  package private(set) var text: String

  fileprivate init(markup: String) {
    text = markup
  }

  /// A text node; markup characters are escaped, and characters that HTML does not allow are replaced.
  package init(_ text: some StringProtocol) {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      // A parser drops or replaces these.
      case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": "\u{FFFD}"
      default: scalar
      }
    }
    // A parser would replace a carriage return by a line feed.
    self.text = MarkupText.escaped(
      String(String.UnicodeScalarView(scalars)),
      also: [.quotes, .apostrophes, .carriageReturns]
    )
  }

  /// Concatenates parts.
  package init(_ parts: [HTML]) {
    text = parts.map(\.text).joined()
  }

  package static let empty = HTML(markup: "")

  /// An SVG picture whose texts its writer has escaped.
  package init(svg picture: String) {
    text = picture
  }

  /// An inline style sheet.
  package static func style(_ sheet: StaticString) -> HTML {
    HTML(markup: "<style>\n\(sheet)\n</style>")
  }

  /// The head of a responsive page with light and dark color schemes.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - policy: The element with the content security policy, if no server sends one.
  ///   - content: The style sheet and other elements.
  /// - Returns: The element.
  package static func head(
    title: String,
    policy: HTML = .empty,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    element("head") {
      void("meta", .plain("charset", "utf-8"))
      policy
      void(
        "meta",
        .plain("name", "viewport"),
        .plain("content", "width=device-width, initial-scale=1")
      )
      void("meta", .plain("name", "color-scheme"), .plain("content", "light dark"))
      element("title") { title }
      content()
    }
  }

  /// A whole document with its doctype.
  package static func document(_ content: HTML) -> HTML {
    HTML(markup: "<!DOCTYPE html>\n\(content.text)\n")
  }
}

/// An element with its content.
package func element(
  _ name: StaticString,
  _ attributes: HTMLAttribute?...,
  @HTMLBuilder content: () -> HTML = { .empty }
) -> HTML {
  HTML(markup: "\(startTag(name, attributes))\(content().text)</\(name)>")
}

/// A void element, such as `input`.
package func void(_ name: StaticString, _ attributes: HTMLAttribute?...) -> HTML {
  HTML(markup: startTag(name, attributes))
}

private func startTag(_ name: StaticString, _ attributes: [HTMLAttribute?]) -> String {
  var tag = "<\(name)"
  for attribute in attributes {
    guard let attribute else { continue }
    tag += " \(attribute.name)"
    if let value = attribute.value { tag += "=\"\(HTML(value).text)\"" }
  }
  return tag + ">"
}
