import Testing

@testable import ModelReview

/// Splitting names into words, and analyzing regular expressions.
struct TextShapeTests {
  @Test(arguments: [
    ("unitPrice", ["unit", "price"]), ("priceEUR", ["price", "eur"]),
    ("URLString", ["url", "string"]),
    ("messageIDs", ["message", "ids"]), ("total_cost2", ["total", "cost"]), ("ID", ["id"]),
    ("", []), ("_", []), ("größeÄrmel", ["größe", "ärmel"]), ("aB", ["a", "b"]),
  ])
  func words(name: String, words: [String]) {
    #expect(NameWords.of(name) == words)
  }

  @Test(arguments: [
    ("(a+)+", 0), ("x(a*)*", 1), ("(\\w+\\s?)*", 0), ("((a+)b?)+", 0), ("(a|b+)+", 0),
    ("(?:a+)+", 0), ("([a-z]+)*", 0), ("(a+){2,}", 0), ("((ab)*)*", 0), ("(a+)+?", 0),
    ("^(([a-zA-Z0-9]+[_.]?)+)@", 2),
  ])
  func dangerous(pattern: String, byte: Int) {
    #expect(PatternShape(pattern).nestedRepetition == byte)
  }

  @Test(arguments: [
    "", "a+", "(a+)", "(ab)+", "([a-z]+\\.)+", "(?>a+)+", "(a++)+", "(a+)?", "(a+){3}", "[(a+)+]",
    "\\(a+\\)+", "(a|b)+", "(", ")", "(a+", "[", "\\", "{", "a{", "(?", "(?<", "()*",
    "^[-_A-Za-z0-9]{1,64}$",
    "^([0-9]{1,3}\\.){3}[0-9]{1,3}$",
  ])
  func harmless(pattern: String) {
    #expect(PatternShape(pattern).nestedRepetition == nil)
  }

  @Test func hostilePatterns() {
    for pattern in [
      String(repeating: "(", count: 100_000), String(repeating: "(a", count: 50_000) + ")+",
      String(repeating: "[", count: 100_000), String(repeating: "{", count: 20_000),
      String(repeating: "\\", count: 100_001),
    ] {
      _ = PatternShape(pattern).nestedRepetition
      #expect(PatternTrial.matches(pattern, "aaaa") == nil)
    }
  }

  @Test(arguments: [
    ("[a-z]+", "abc", true), ("[a-z]+", "abc1", false), ("\\d{4}", "2001", true),
    ("a|b", "c", false),
    ("(ab)c", "abc", true), ("x?y*", "", true),
  ])
  func tried(pattern: String, text: String, matches: Bool) {
    #expect(PatternTrial.matches(pattern, text) == matches)
  }

  @Test(arguments: [
    "(a+)+", "(a|a)*", "a*a*a*a*a*", "(?=a)", "\\p{L}", "\\1", "[[:alpha:]]", "a{1000}", "ä",
    "[a&&b]",
    "(", "a b",
  ])
  func notTried(pattern: String) {
    #expect(PatternTrial.matches(pattern, String(repeating: "a", count: 60)) == nil)
  }
}
