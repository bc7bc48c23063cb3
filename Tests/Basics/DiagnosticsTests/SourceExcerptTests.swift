import Testing

@testable import Diagnostics

@Suite struct SourceExcerptTests {
  /// A line, a column in it, the displayed text, and the number of cells before the caret.
  static let aligned: [(String, Int?, String, Int?)] = [
    ("let x", 5, "let x", 4),
    ("let x", nil, "let x", nil),
    ("let x", 1, "let x", 0),
    ("let x", 0, "let x", 0),
    ("let x", -7, "let x", 0),
    ("let x", 6, "let x", 5),
    ("let x", Int.max, "let x", 5),
    ("", 1, "", 0),
    ("\tx", 2, "    x", 4),
    ("ab\tx", 4, "ab  x", 4),
    ("abcd\tx", 6, "abcd    x", 8),
    ("日本x", 3, "日本x", 4),
    ("日\tx", 3, "日  x", 4),
    // e and a combining acute: two scalars, one cell
    ("e\u{301}x", 3, "e\u{301}x", 1),
    ("e\u{301}x", 2, "e\u{301}x", 0),
    // a family of seven scalars: two cells
    ("👨‍👩‍👧‍👦x", 8, "👨‍👩‍👧‍👦x", 2),
    ("a\u{1B}x", 3, #"a\u{1B}x"#, 7),
    ("a\u{0}\rx", 4, #"a\0\rx"#, 5),
  ]

  @Test(arguments: aligned)
  func caretIsUnderItsColumn(line: String, column: Int?, text: String, caret: Int?) {
    let excerpt = SourceExcerpt(of: line, column: column, width: 80)
    #expect(excerpt.text == text)
    #expect(excerpt.caret == caret)
  }

  static let alphabet = String(repeating: "abcdefghijklmnopqrstuvwxyz", count: 4)

  static let windowed: [(Int?, String, Int?)] = [
    (1, "abcdefghijklmnopqrstuvwxyzabc…", 0),
    (nil, "abcdefghijklmnopqrstuvwxyzabc…", nil),
    (29, "abcdefghijklmnopqrstuvwxyzabc…", 28),
    (30, "…lmnopqrstuvwxyzabcdefghijklm…", 19),
    (52, "…hijklmnopqrstuvwxyzabcdefghi…", 19),
    (104, "…hijklmnopqrstuvwxyz", 19),
    (500, "…ijklmnopqrstuvwxyz", 19),
  ]

  @Test(arguments: windowed)
  func longLinesShowThePartAroundTheColumn(column: Int?, text: String, caret: Int?) {
    let excerpt = SourceExcerpt(of: Self.alphabet, column: column, width: 30)
    #expect(excerpt.text == text)
    #expect(excerpt.caret == caret)
    #expect(TextWidth.of(excerpt.text) <= 30)
  }

  @Test func noWindowIsWiderThanAsked() {
    let line = String(repeating: "日\t👨‍👩‍👧‍👦e\u{301}\u{7}", count: 200)
    for width in 20...60 {
      for column in stride(from: 1, to: 2600, by: 37) {
        let excerpt = SourceExcerpt(of: line, column: column, width: width)
        #expect(TextWidth.of(excerpt.text) <= width)
        #expect((excerpt.caret ?? -1) < width)
      }
    }
  }

  @Test func hugeLinesCostLittle() {
    let line = String(repeating: "x", count: 5_000_000) + "!" + String(repeating: "y", count: 99)
    let excerpt = SourceExcerpt(of: line, column: 5_000_001, width: 40)
    #expect(excerpt.text == "…xxxxxxxxxxxxxxxxxxxxxxxxx!yyyyyyyyyyyy…")
    #expect(excerpt.caret == 26)
  }

  @Test func oneCharacterMayBeEndless() {
    let line = "a" + String(repeating: "\u{301}", count: 100_000) + "b"
    let excerpt = SourceExcerpt(of: line, column: 100_002, width: 40)
    #expect(excerpt.text.unicodeScalars.count < 200)
  }
}

@Suite struct SourceLinesTests {
  @Test(arguments: [
    ("", [""]),
    ("one", ["one"]),
    ("one\n", ["one", ""]),
    ("one\r\ntwo\nthree", ["one", "two", "three"]),
    ("\n\n", ["", "", ""]),
    ("a\rb", ["a\rb"]),
    ("e\n\u{301}x", ["e", "\u{301}x"]),
  ])
  func lines(text: String, expected: [String]) {
    let lines = SourceLines(text)
    for (index, line) in expected.enumerated() { #expect(lines[index + 1] == line) }
    #expect(lines[expected.count + 1] == nil)
    #expect(lines[0] == nil)
    #expect(lines[.min] == nil)
  }
}
