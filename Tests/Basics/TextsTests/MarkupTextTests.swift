import Testing
import Texts

/// Tests of escaping in XML, SVG and HTML.
struct MarkupTextTests {
  @Test(
    "Characters that mean something in markup are written as references",
    arguments: [
      ("", [], ""),
      ("a < b & c > d", [], "a &lt; b &amp; c &gt; d"),
      ("&lt;", [], "&amp;lt;"),
      ("\"it's\"\r\n\t", [], "\"it's\"\r\n\t"),
      ("\"it's\"", .quotes, "&quot;it's&quot;"),
      ("\"it's\"", [.quotes, .apostrophes], "&quot;it&#39;s&quot;"),
      ("a\r\n\tb", .carriageReturns, "a&#13;\n\tb"),
      ("a\r\n\t\"b'", .inAttributes, "a&#13;&#10;&#9;&quot;b'"),
      ("Zoë 🏔 e\u{301}", .inAttributes, "Zoë 🏔 e\u{301}"),
      // One character in Swift; its first scalar ends a tag all the same.
      ("a<\u{338}b\r\n", .carriageReturns, "a&lt;\u{338}b&#13;\n"),
    ] as [(String, MarkupText.Escapes, String)]
  )
  func escaped(text: String, escapes: MarkupText.Escapes, expected: String) {
    let result = MarkupText.escaped(text, also: escapes)
    #expect(result.utf8.elementsEqual(expected.utf8))
    var bytes = Array("<p>".utf8)
    MarkupText.append(text, to: &bytes, also: escapes)
    #expect(bytes == Array("<p>".utf8) + Array(expected.utf8))
  }
}
