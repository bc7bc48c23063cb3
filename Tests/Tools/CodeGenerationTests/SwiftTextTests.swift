import Testing

@testable import CodeGeneration

struct SwiftTextTests {
  @Test(arguments: [
    ("", #""""#),
    ("plain", #""plain""#),
    ("say \"hi\"", #""say \"hi\"""#),
    ("\\(evil)", #""\\(evil)""#),
    ("a\nb\r\tc\0", #""a\nb\r\tc\0""#),
    ("ünïcödé 名", #""ünïcödé 名""#),
    ("turn\u{202E}ed\u{2028}", #""turn\u{202E}ed\u{2028}""#),
    ("\u{7F}\u{85}\u{FEFF}", #""\u{7F}\u{85}\u{FEFF}""#),
  ])
  func literals(text: String, literal: String) {
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test(arguments: [
    ("", []),
    ("\n \n", []),
    ("one", ["one"]),
    ("one\ntwo\r\nthree\rfour", ["one", "two", "three", "four"]),
    ("\n\none\n\ntwo  \n", ["one", "", "two"]),
    ("a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f", ["a", "b", "c", "d", "e", "f"]),
    ("*/ evil()", ["*/ evil()"]),
    ("turn\u{202E}ed", ["turn\\u{202E}ed"]),
    ("tab\tbed", ["tab bed"]),
  ])
  func commentLines(text: String, lines: [String]) {
    #expect(SwiftComment.lines(text) == lines)
  }

  @Test(arguments: [
    ("one\ntwo", "one two"), ("a */ b", "a * / b"), ("/* x", "/ * x"), ("*/*/", "* / * /"),
  ])
  func inlineComments(text: String, inline: String) {
    #expect(SwiftComment.inline(text) == inline)
  }

  @Test(arguments: [
    ("Player", "Player"),
    ("", "_"),
    (".", "_"),
    ("..", "__"),
    ("../../etc/passwd", "_._.._etc_passwd"),
    ("a/b\\c:d", "a_b_c_d"),
    (".hidden", "_hidden"),
    ("-rf", "_rf"),
    ("end.", "end_"),
    ("CON", "_CON"),
    ("nul.txt", "_nul.txt"),
    ("$HOME`x`'\"", "_HOME_x___"),
    ("new\nline\0", "new_line_"),
    ("Größe", "Größe"),
  ])
  func fileNames(text: String, name: String) {
    #expect(SafeFileName.of(text) == name)
  }

  @Test func longFileNamesAreCut() {
    #expect(SafeFileName.of(String(repeating: "名", count: 10_000)).utf8.count <= 180)
  }
}
