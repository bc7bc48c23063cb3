import Foundation
import Testing

@testable import SwiftSource

/// Tests of the tokens of source texts.
struct LexerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let source: String
    let tokens: [String]

    init(_ source: String, _ tokens: String...) {
      self.source = source
      self.tokens = tokens
    }

    var testDescription: String { source }
  }

  @Test(arguments: [
    Case("let a = 1", "let", "a", "=", "1"),
    Case("a/*x/*y*/z*/b", "a", "b"),
    Case("a // b\nc", "a", "c"),
    Case("\"a\\\"b\" c", "\"a\\\"b\"", "c"),
    Case("\"x \\(a + f(\"y\")) z\"", "\"x \\", "(", "a", "+", "f", "(", "\"y\"", ")", ")", " z\""),
    Case("#\"a \\(b) \\#(c) \"d\"#", "#\"a \\(b) \\#", "(", "c", ")", " \"d\"#"),
    Case("\"\"\"\n\"a\" \\(b)\n\"\"\"", "\"\"\"\n\"a\" \\", "(", "b", ")", "\n\"\"\""),
    Case("##\"\"\"\n\"\"\"# \"\"\"##", "##\"\"\"\n\"\"\"# \"\"\"##"),
    Case("#\"\"\"#", "#\"\"\"#"),
    Case("let r = /a\"(b)/", "let", "r", "=", "/a\"(b)/"),
    Case("a / b / c", "a", "/", "b", "/", "c"),
    Case("(x)/y/z", "(", "x", ")", "/", "y", "/", "z"),
    Case("f(/[)]/, 1)", "f", "(", "/[)]/", ",", "1", ")"),
    Case("(#\"\"\"\"#, 1)", "(", "#\"\"\"\"#", ",", "1", ")"),
    Case("#/a/b\"/#", "#/a/b\"/#"),
    Case("#/\n a # \"\n/#", "#/\n a # \"\n/#"),
    Case(
      "1...5 + 0x1F.8p-2 - 1_0.5e+3",
      "1",
      ".",
      ".",
      ".",
      "5",
      "+",
      "0x1F.8p-2",
      "-",
      "1_0.5e+3"
    ),
    Case("pair.0.1", "pair", ".", "0", ".", "1"),
    Case("`class`.größe", "`class`", ".", "größe"),
    Case("#if os(Linux)\n#endif", "#if", "os", "(", "Linux", ")", "#endif"),
    Case("$0 + $name", "$0", "+", "$name"),
    Case("#!/usr/bin/swift\nlet a", "let", "a"),
    Case("\u{FEFF}let a", "let", "a"),
    Case("x as? Set<A>?", "x", "as", "?", "Set", "<", "A", ">", "?"),
  ])
  func tokens(_ test: Case) {
    let file = SwiftSourceFile(Array(test.source.utf8))
    #expect(file.tokens.indices.map(file.text) == test.tokens)
    #expect(file.problems == [])
  }

  @Test(arguments: [
    ("let a = \"x", "a string literal is not terminated", 8),
    ("\"\"\"\nx", "a string literal is not terminated", 0),
    ("\"\\(a\"", "a string literal is not terminated", 4),
    ("/* a /* b */", "a comment is not terminated", 0),
    ("f(a]", "unexpected ']'", 3),
    ("class A {", "'{' is not closed", 8),
    (")", "unexpected ')'", 0),
    ("#if A\nlet b", "the block has no #endif", 0),
    ("let a\n#endif", "#endif without #if", 6),
    ("#/ab\n", "a regular expression is not terminated", 0),
    ("`a\n", "a name in backticks is not terminated", 0),
  ])
  func problems(_ source: String, _ message: String, _ offset: Int) throws {
    let file = SwiftSourceFile(Array(source.utf8))
    let first = try #require(file.problems.first)
    #expect(file.problems.contains(SwiftProblem(offset: offset, message: message)), "\(first)")
    #expect(file.declarations.isEmpty)
  }

  @Test func invalidCharacters() {
    let file = SwiftSourceFile(Array("let a = 1 // ".utf8) + [0xFF, 0x0A])
    #expect(file.problems == [SwiftProblem(offset: 13, message: "the text is not valid UTF-8")])
  }
}

/// Tests of random texts that are not Swift.
struct FuzzTests {
  /// Tokens that open or close something, in random order.
  @Test func randomTexts() {
    let pieces = [
      "\"", "\"\"\"", "#", "##", "\\(", "(", ")", "[", "]", "{", "}", "/*", "*/", "//", "/", "\n",
      "#if ", "#else", "#endif", "class A", ": ", "<", ">", "var x", "func f", "@objc", "`",
      "case ",
      "import ", "extension ", "->", "?", "!", "=", ",", "é", "\r\n", " ", "where ", "init", "1.5",
      "canImport(ObjectiveC)", "&&", "||", "actor ", "throws", "async", "typealias T = ", "_", ".",
    ]
    var generator = SplitMix(state: 7)
    for _ in 0..<20_000 {
      let count = Int(generator.next() % 24)
      let text = (0..<count).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))] }
        .joined()
      check(Array(text.utf8))
    }
  }

  @Test func randomBytes() {
    var generator = SplitMix(state: 11)
    for _ in 0..<5_000 {
      let count = Int(generator.next() % 60)
      check((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
    }
  }

  /// Tokens are in order, with only white space or comments between them.
  private func check(_ bytes: [UInt8]) {
    let file = SwiftSourceFile(bytes)
    var end = 0
    for token in file.tokens {
      #expect(token.range.lowerBound >= end && token.range.upperBound <= bytes.count)
      end = token.range.upperBound
    }
    for declaration in file.declarations {
      #expect(declaration.first <= declaration.last && declaration.last < file.tokens.count)
    }
  }

  /// Lexing takes linear time for any text.
  @Test(
    arguments: [
      "class A { var b: C<D", "let a = /b", "(/a\\/", "{", "[", "#if A\n", "\"\\(", "#", "func a",
      "var a: B<", "/*", "extension A: B where C", "`", "a<b", "@a", "case ", "x\n", "\"a\n", "#/",
      "#if !(!(!(", "->", "a.b", "as! NSFetchRequest<",
    ]
  )
  func longTexts(_ piece: String) {
    let bytes = Array(String(repeating: piece, count: 200_000 / piece.utf8.count).utf8)
    let start = threadSeconds()
    _ = SwiftSourceFile(bytes).declarations
    #expect(threadSeconds() - start < 20)
  }

  /// The CPU time of this thread in seconds; other tests run concurrently.
  private func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}

/// A deterministic random number generator.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
