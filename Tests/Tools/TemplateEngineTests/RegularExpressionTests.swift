import Foundation
import Testing

@testable import TemplateEngine

@Suite struct RegularExpressionTests {
  private static let cases: [(pattern: String, text: String, replacement: String)] = [
    ("a", "banana", "o"), (".", "a\nb", "x"), ("[abc]", "aabbxcc", "-"), ("[^abc]", "aabbxcc", "-"),
    ("[a-c0-9]", "az09", "."), ("[]a]", "a]b", "."), ("[a-]", "a-b", "."),
    (#"[\]\\]"#, #"a]\"#, "."),
    (#"\d+"#, "a12b345", "#"), (#"\D+"#, "a12b345", "#"), (#"\w+"#, "é_1 x-y", "w"),
    (#"\W"#, "a b-c", "_"),
    (#"\s+"#, " a \t\n b", "_"), (#"\S"#, " a b", "x"), ("a|b|cd", "abcdc", "."),
    ("(a)(b)?", "abac", "[$1|$2]"),
    ("a*", "baac", "x"), ("a+?", "aaa", "x"), ("a??", "aa", "x"), ("a{2}", "aaaaa", "x"),
    ("a{2,}", "aaaaa", "x"),
    ("a{1,2}", "aaaaa", "x"), ("a{1,2}?", "aaa", "x"), ("a*+a", "aaa", "x"),
    ("(?>a+)b", "aaab", "x"),
    ("^a", "aa\na", "x"), ("a$", "a\na\n", "x"), ("(?m)^a$", "a\nb\na", "x"),
    (#"\Aa|a\z"#, "aba", "x"), (#"a\Z"#, "a\n", "x"),
    (#"\bfoo\b"#, "foo food foo", "x"), (#"\Boo"#, "foo oo", "x"), ("(?i)AbC", "abc ABC", "x"),
    ("(?i:a)B", "AB ab", "x"),
    ("(?s).", "a\nb", "x"), ("(a)|b", "ab", "<$1>"), (#"(\w)\1"#, "aabcc", "<$1>"),
    ("(?<l>[a-z])(?<d>[0-9])", "a1b2", "$2$1${d}"),
    ("([A-Z])([a-z])", "FooBar", "$2$1"), ("(?=b)", "abab", "-"), ("a(?!b)", "abac", "x"),
    ("(?<=a)b", "abcb", "x"), ("(?<!a)b", "abcb", "x"),
    ("(?:ab)+", "ababc", "x"), ("((a)|(b))+", "ab", "[$1$2$3]"), ("(a*)*", "aab", "x"),
    ("(a|ab)(c|bcd)(d*)", "abcd", "[$1][$2][$3]"),
    (#"\."#, "a.b", "x"), (#"\x41\u0042"#, "AB", "x"), (#"\t"#, "a\tb", "x"),
    (#"\p{Lu}"#, "aBÉ", "x"), (#"\P{L}"#, "a1é", "x"), (#"[\p{L}\d]+"#, "é1 -a", "x"),
    ("[[:alpha:]]+", "ab1é", "x"), ("a", "a", #"\$1$0\\"#), ("x", "abc", "y"), ("a", "", "x"),
    (#"\Qa.b\E"#, "a.bacb", "x"),
    ("(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)", "abcdefghij", "$10$1"), ("(.)", "ab", "$12"),
    ("é", "é", "e"), ("🇦🇹", "a🇦🇹b", "x"), ("[é-ü]", "aèöz", "x"),
    ("a.c", "abc a\u{2028}c", "x"), ("(a)?b", "b", "[$1]"), ("(?i)É", "é", "x"),
    ("[^a-z]", "aBc", "_"), ("[a-z&&b]", "", "x"),
  ]

  /// If the system's own engine is available, both must agree.
  @Test(arguments: cases.filter { $0.pattern != "[a-z&&b]" })
  func agreesWithFoundation(pattern: String, text: String, replacement: String) throws {
    let expected = try NSRegularExpression(pattern: pattern).stringByReplacingMatches(
      in: text,
      range: NSRange(text.startIndex..., in: text),
      withTemplate: replacement
    )
    let result = try RegularExpression(pattern)
      .replacingMatches(in: text, with: replacement, longest: 10_000).text
    #expect(result == expected)
  }

  @Test(arguments: [
    ("(", "a group is not closed"), (")", "unexpected ')'"), ("[a", "a class is not closed"),
    ("[", "a class is not closed"), ("[]", "a class is not closed"),
    ("a)", "unexpected ')'"), ("*", "there is nothing to repeat before '*'"),
    ("a|*", "nothing to repeat before '*'"), ("a**", "nothing to repeat before '*'"),
    ("a{", "expected a number after '{'"),
    ("a{2", "expected '}'"), ("a{3,2}", "repetitions must ascend"), ("a{99999}", "be at most 1000"),
    (#"a\"#, "ends with a backslash"),
    (#"\1"#, "there is no such group"), (#"\y"#, #"'\y' is not supported"#),
    ("(?x)a", "'(?x' is not supported"), ("(?<=a+)b", "must have a fixed length"),
    (#"\p{Nope}"#, "expected a property"), ("[z-a]", "a range must ascend"),
    ("[[:nope:]]", "expected the name of a class"), ("(?<a", "expected the name of a group"),
    (#"\xZZ"#, "expected the hexadecimal number"), ("[a&&b]", "'&&' is not supported"),
    (#"\k<a>"#, "expected the name of a group"),
    ("((((a{500}){500}){500}){500})", "the regular expression is too large"),
    ("(?", "is not supported"),
  ]) func mistakes(pattern: String, expected: String) {
    let error = #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
    #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
  }

  @Test func replacementsOfGroupsThatAreNotThere() throws {
    let expression = try RegularExpression("a")
    #expect(throws: RegularExpressionError.self) {
      try expression.replacingMatches(in: "a", with: "$1", longest: 10)
    }
    #expect(
      try RegularExpression("").replacingMatches(in: "ab", with: "-", longest: 10).text == "-a-b-"
    )
    #expect(try expression.replacingMatches(in: "a", with: "$ ${", longest: 10).text == "$ ${")
  }

  @Test(arguments: [
    "(a+)+b", "(a|a)*b", "(a*)*b", "(a|aa)+b", "(.*)(.*)(.*)(.*)(.*)[^a]", "(?=(a+)+b)",
    "((a?){50}){50}b",
  ]) func aPathologicalPatternEnds(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    let text = String(repeating: "a", count: 3_000)
    let error = #expect(throws: RegularExpressionError.self) {
      try expression.replacingMatches(in: text, with: "", longest: 10_000, steps: 100_000)
    }
    #expect(error?.message == "the regular expression takes too long")
  }

  @Test func deepGroupsAreAMistake() {
    let pattern = String(repeating: "(", count: 10_000)
    #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
    #expect(throws: RegularExpressionError.self) {
      try RegularExpression(String(repeating: "[", count: 10_000))
    }
    #expect(throws: RegularExpressionError.self) {
      try RegularExpression("a" + String(repeating: "**", count: 10_000))
    }
  }
}
