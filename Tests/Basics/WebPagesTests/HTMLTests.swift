import Testing
import WebPages

struct HTMLTests {
  static let texts: [(String, String)] = [
    ("", ""), ("Crew", "Crew"), ("ä€🏀", "ä€🏀"), ("<b>", "&lt;b&gt;"),
    ("\"'&", "&quot;&#39;&amp;"), ("&amp;", "&amp;amp;"), ("]]>-->", "]]&gt;--&gt;"),
    ("a\u{0}b\u{1B}", "a\u{FFFD}b\u{FFFD}"), ("a\r\nb\tc", "a&#13;\nb\tc"),
    ("<\u{301}script>", "&lt;\u{301}script&gt;"), ("\"\u{200D}", "&quot;\u{200D}"),
  ]

  @Test(arguments: texts)
  func textIsEscaped(text: String, markup: String) {
    #expect(HTML(text).text == markup)
    #expect(
      element("p", .plain("title", text)) { text }.text == "<p title=\"\(markup)\">\(markup)</p>"
    )
  }

  @Test func documentsAreBuilt() {
    let names = ["a", "<"]
    let isShown = names.count == 2
    let html = element("ul", .class("list"), isShown ? .plain("hidden") : nil, nil) {
      names.map { name in element("li") { name } }
      if isShown { void("br") } else { "no" }
      if !isShown { "no" }
      "end"
    }
    #expect(
      html.text == "<ul class=\"list\" hidden><li>a</li><li>&lt;</li><br>end</ul>"
    )
    #expect(HTML.document(html).text.hasPrefix("<!DOCTYPE html>\n<ul"))
  }
}
