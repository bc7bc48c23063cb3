import Testing

@testable import LeagueWeb

@Suite struct HTMLTests {
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

  @Test func addressesComeFromRoutesOnly() {
    let attributes: [(Attribute, String)] = [
      (.href(.team("p1")), "/teams/p1"),
      (.href(.player("../\"x")), "/players/..%2F%22x"),
      (.href(fragment: "a b"), "#a%20b"),
      (.href(mailTo: "a?cc=b@c.org"), "mailto:a%3Fcc%3Db@c.org"),
      (.src(.script), "/assets/script.js"),
    ]
    for (attribute, value) in attributes { #expect(attribute.value == value) }
  }

  static let colors: [(String, String?)] = [
    ("Blue", "blue"), ("Dark Blue", "darkblue"), ("dark-blue", "darkblue"), ("#1C39BB", "#1c39bb"),
    ("#fff", "#fff"), ("#ffff", nil), ("#ggg", nil), ("", nil), ("burnt cheese", nil),
    ("url(#a)", nil), ("red\"", nil), ("#١٢٣", nil),
  ]

  @Test(arguments: colors)
  func colorsAreThoseOfBrowsers(text: String, name: String?) {
    #expect(TeamColor(text)?.name == name)
    let fill = "fill=\"\(name ?? "none")\""
    #expect(TeamColor.swatch(text).text.contains(fill))
  }
}
