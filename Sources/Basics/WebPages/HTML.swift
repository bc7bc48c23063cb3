import Texts

/// Markup that is safe to send: every text in it was escaped when it was put in.
///
/// There is no way to make one of markup in a string, but for pictures. What cannot be escaped (names of elements and
/// attributes, style sheets) can only be written in the source.
package struct HTML: Sendable, Hashable {
  /// The markup.
  package private(set) var text: String

  fileprivate init(markup: String) {
    text = markup
  }

  /// Text; what means something in markup is escaped, and what no document may contain is replaced.
  package init(_ text: some StringProtocol) {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      // A parser drops or changes these.
      case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}": "\u{FFFD}"
      default: scalar
      }
    }
    // A carriage return would come back as a line feed.
    self.text = MarkupText.escaped(
      String(String.UnicodeScalarView(scalars)),
      also: [.quotes, .apostrophes, .carriageReturns]
    )
  }

  /// One after another.
  package init(_ parts: [HTML]) {
    text = parts.map(\.text).joined()
  }

  package static let empty = HTML(markup: "")

  /// A picture as its writer has made it, with all texts in it escaped.
  package init(svg picture: String) {
    text = picture
  }

  /// A style sheet in the page itself.
  package static func style(_ sheet: StaticString) -> HTML {
    HTML(markup: "<style>\n\(sheet)\n</style>")
  }

  /// The head of a page for every width, light and dark.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - policy: The element that says what the page may load, if no server does.
  ///   - content: The style, and what else the page needs.
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

  /// A whole document, with what says that it is one.
  package static func document(_ content: HTML) -> HTML {
    HTML(markup: "<!DOCTYPE html>\n\(content.text)\n")
  }
}

/// An element with what is in it.
package func element(
  _ name: StaticString,
  _ attributes: HTMLAttribute?...,
  @HTMLBuilder content: () -> HTML = { .empty }
) -> HTML {
  HTML(markup: "\(startTag(name, attributes))\(content().text)</\(name)>")
}

/// An element that has nothing in it and no end, such as `input`.
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
