import Testing
import WebPages

@testable import LeagueWeb

@Suite struct HTMLTests {
  @Test func addressesComeFromRoutesOnly() {
    let attributes: [(HTMLAttribute, String)] = [
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
