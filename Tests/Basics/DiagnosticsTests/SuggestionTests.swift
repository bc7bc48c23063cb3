import Diagnostics
import Testing

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0),
    ("abc", "abd", 1), ("abc", "ab", 1), ("abc", "abcd", 1),
    ("abc", "acb", 1), ("ab", "ba", 1), ("ca", "abc", 3),
    ("kitten", "sitting", 3), ("fromat", "format", 1), ("é", "e", 1),
  ])
  func distance(left: String, right: String, distance: Int) {
    #expect(EditDistance.between(left, right) == distance)
    #expect(EditDistance.between(right, left) == distance)
  }

  static let words = [
    "format", "output", "no-color", "generate", "lint", "list", "x", "configuration",
  ]

  @Test(arguments: [
    ("fromat", "format"), ("formt", "format"), ("formatt", "format"), ("Format", "format"),
    ("no-colour", "no-color"), ("nocolor", "no-color"), ("lnit", "lint"), ("lst", "list"),
    ("lit", "lint"), ("genrate", "generate"), ("gen", "generate"), ("conf", "configuration"),
    ("confguratoin", "configuration"),
    ("", nil), ("y", nil), ("l", nil), ("li", nil), ("output-file", nil), ("zzzz", nil),
    ("frmta", nil), ("inform", nil), ("generous", nil),
  ])
  func nearest(typed: String, meant: String?) {
    #expect(Suggestion.nearest(to: typed, among: Self.words) == meant)
  }

  @Test func hugeWordsCostNothing() {
    let huge = String(repeating: "f", count: 1_000_000)
    #expect(Suggestion.nearest(to: huge, among: Self.words) == nil)
  }
}
