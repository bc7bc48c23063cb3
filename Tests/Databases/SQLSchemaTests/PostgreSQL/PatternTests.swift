import Foundation
import PostgreSQLDriver
import SQLDriver
import StoreSamples
import Testing

@testable import SQLSchema

@Suite struct PatternTests {
  @Test(arguments: [
    ("[0-9]{4}", "^(?:[0-9]{4})$"),
    ("^abc$", "^(?:abc)$"),
    ("^a$|^b$", "^(?:a|b)$"),
    ("(a|b)+c*?", "^(?:(?:a|b)+c*)$"),
    ("(?<year>x)\\.\\Qa.b\\E", "^(?:x\\.a\\.b)$"),
    ("a{2,}b{3}c{0,1}d{300}", "^(?:a{2,}b{3}c?d{255,})$"),
    ("[^\\n\\r]", "^(?:[^\n\r])$"),
    ("\\u0041\\x42\\x{43}", "^(?:ABC)$"),
    ("(?=.*[0-9])[a-z]+", "^(?:(?=[^\n\r]*[0-9])[a-z]+)$"),
    ("[a-z.\\-\\]]", "^(?:[\\-.\\]a-z])$"),
    ("a(?#note)b", "^(?:ab)$"),
    ("\\d", "^(?:[0-9\u{80}-\u{10FFFF}])$"),
    ("\\D", "^(?:[^0-9])$"),
    ("[^\\d]", "^(?:[^0-9])$"),
    ("(?!\\d)x", "^(?:(?![0-9])x)$"),
    ("", "^(?:)$"),
  ])
  func translations(pattern: String, expected: String) throws {
    #expect(try PatternTranslator.translate(pattern, profile: .standard) == expected)
  }

  @Test(arguments: [
    ("(a", "an unterminated group"), ("a)", "an unmatched parenthesis"),
    ("*a", "a repetition of nothing"),
    ("a**", "a repetition of a repetition"), ("[a", "an unterminated set"), ("[]", "an empty set"),
    ("[z-a]", "a reversed range"), ("(?i)a", "a flag"),
    ("(a)\\1", "a reference to a group"),
    ("\\bword\\b", "a word boundary"), ("(?<=a)b", "a look-behind"),
    ("a^b", "an anchor in its middle"),
    ("a$b", "an anchor in its middle"), ("[a&&b]", "an intersection of sets"),
    ("[[a-z]]", "a set inside a set"), ("\\p{Script=Greek}", "an unknown class of characters"),
    ("a{,3}", "a brace that does not begin a repetition"),
    ("a{3,1}", "a brace that does not begin a repetition"),
    ("\\", "a backslash at its end"), ("\\X", "an unknown escape"), ("a\0", "a null character"),
    ("((a{250}){250})", "repetitions whose product is too large"),
    ("(?!a++)b", "a possessive repetition in a negative look-ahead"),
    (String(repeating: "(", count: 1_000), "groups that are nested too deeply"),
    (String(repeating: "a", count: 5_000), "more than 4000 characters"),
  ])
  func refusals(pattern: String, reason: String) {
    #expect(throws: PatternTranslator.Failure(reason)) {
      try PatternTranslator.translate(pattern, profile: .standard)
    }
  }

  @Test(arguments: ["(?=a)a", "(a{40}){40}"])
  func cockroachDBIsNamed(pattern: String) throws {
    _ = try PatternTranslator.translate(pattern, profile: .standard)
    let failure = #expect(throws: PatternTranslator.Failure.self) {
      try PatternTranslator.translate(pattern, profile: .distributed)
    }
    #expect(failure?.engine == "CockroachDB")
  }

  /// Core Data and Foundation use ICU: the translation must accept every string that ICU accepts, and no other ASCII
  /// string.
  ///
  /// Possessive quantifiers are translated as greedy ones, and versions of ICU differ on the vertical tab.
  @Test func agreesWithICU() throws {
    let database = try SchemaDatabase()
    let match = try database.connection.prepare("SELECT $2::text ~ $1::text")
    var compared = 0
    for seed in 0..<400 {
      var random = RandomPattern(seed: UInt64(seed))
      let pattern = random.pattern()
      guard let icu = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z") else { continue }
      guard let translated = try? PatternTranslator.translate(pattern, profile: .standard) else {
        continue
      }
      for _ in 0..<8 {
        let text = random.text()
        let range = NSRange(location: 0, length: text.utf16.count)
        let accepts = icu.firstMatch(in: text, range: range) != nil
        try match.bind([.text(translated), .text(text)])
        try #require(try match.step())
        let isAccepted = match.integer(at: 0) == 1
        match.reset()
        if accepts {
          #expect(isAccepted, "\(pattern) accepts \(text.debugDescription): \(translated)")
        }
        if !accepts, isAccepted, !pattern.contains("*+"), !pattern.contains("(?>"),
          text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0xB })
        {
          Issue.record("\(pattern) refuses \(text.debugDescription): \(translated)")
        }
        compared += 1
      }
    }
    #expect(compared > 1_500)
  }

  @Test func translatedPatternsAlwaysCompile() throws {
    let database = try SchemaDatabase()
    let match = try database.connection.prepare("SELECT 'x' ~ $1::text")
    for pattern in [
      "(a{99}){99}", ".{255}", "((\\d{1,3}\\.){3}\\d{1,3}){50}", "[\\x{D000}-\\x{F000}]",
      "[^\\x{E000}]",
      "[\\p{L}\\p{N}_]+", "()*", "(|a)+", "[\\[\\]\\^\\-&~|]",
      "\\/\\-\\!\\@\\#\\%\\&\\,\\<\\>\\=\\'\\\"",
    ] {
      let translated = try PatternTranslator.translate(pattern, profile: .standard)
      try match.bind([.text(translated)])
      #expect(try match.step())
      match.reset()
    }
  }
}

/// Random patterns and strings that often match.
private struct RandomPattern {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func pattern() -> String {
    let body = branches(depth: 0)
    return Int.random(in: 0..<5, using: &random) == 0 ? "^\(body)$" : body
  }

  private mutating func branches(depth: Int) -> String {
    (0..<(Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1))
      .map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      atom(depth: depth) + pick(["", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,}", "+?", "*+"])
    }.joined()
  }

  private mutating func atom(depth: Int) -> String {
    if depth < 3, Int.random(in: 0..<5, using: &random) == 0 {
      return pick(["(", "(?:", "(?=", "(?!", "(?>", "(?<n>"]) + branches(depth: depth + 1) + ")"
    }
    return pick([
      "a", "b", "1", "-", "\\.", ".", "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "[ab]", "[^ab]",
      "[a-z]",
      "[0-9-]", "[\\w.-]", "[^\\d]", "[^\\s\\w]", "\\p{L}", "\\P{Lu}", "\\p{N}", "é", "[é-ü]",
      "\\t", " ",
      "[\\D]", "[^\\D]", "[a\\]^-]", "[-+]", "}", "]", "\\Qa.\\E", "\\u00e9", "[\\u0041-\\u0043]",
      "\\p{P}", "\\p{Lu}",
    ])
  }

  mutating func text() -> String {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      pick([
        "a", "b", "1", "A", "-", ".", " ", "\t", "\n", "\r", "z", "]", "}", "+", "_", "é", "٣", "𝄞",
        "\u{2028}", "\u{A0}", "\u{B}", "\u{85}", "5", "aa", "!",
      ])
    }.joined()
  }
}
