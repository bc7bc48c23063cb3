import Testing

@testable import PredicateFormat

/// An invalid text, with its error.
struct Refusal: CustomTestStringConvertible, Sendable {
  var text: String
  var offset: Int
  var message: String
  var hint: String?

  init(_ text: String, _ offset: Int, _ message: String, hint: String? = nil) {
    self.text = text
    self.offset = offset
    self.message = message
    self.hint = hint
  }

  var testDescription: String { text }

  static let all: [Refusal] = [
    // Nothing, or too little
    Refusal(
      "",
      0,
      "the predicate is empty",
      hint: "write TRUEPREDICATE for one that always holds"
    ),
    Refusal(
      "  ",
      2,
      "the predicate is empty",
      hint: "write TRUEPREDICATE for one that always holds"
    ),
    Refusal("()", 0, "the parentheses are empty"),
    Refusal("a ==", 4, "expected a value, found the end"),
    Refusal("a == 1 AND", 10, "expected a value, found the end"),
    Refusal("a == 1 AND ,", 11, "expected a value, found ','"),
    Refusal("NOT", 3, "expected a value, found the end"),
    Refusal("-", 1, "expected a value, found the end"),
    // Values instead of predicates, and the other way round
    Refusal(
      "age * 25",
      0,
      "expected a condition, found only a value",
      hint: "compare it with something, as in 'age > 25'"
    ),
    Refusal(
      "a == 1 OR 25",
      10,
      "expected a condition, found only a value",
      hint: "compare it with something, as in 'age > 25'"
    ),
    Refusal(
      "(a == 1) + 2 == 3",
      0,
      "expected a value, found a condition",
      hint: "TERNARY(condition, 1, 0) makes a value of one"
    ),
    Refusal(
      "1 + (a == 1) == 3",
      4,
      "expected a value, found a condition",
      hint: "TERNARY(condition, 1, 0) makes a value of one"
    ),
    Refusal(
      "{a == 1}",
      1,
      "expected a value, found a condition",
      hint: "TERNARY(condition, 1, 0) makes a value of one"
    ),
    Refusal(
      "SUBQUERY(a, $x, 5).@count > 0",
      16,
      "expected a condition, found only a value",
      hint: "compare it with something, as in 'age > 25'"
    ),
    Refusal(
      "1 < a < 3",
      6,
      "a comparison cannot be compared again",
      hint: "join two comparisons with AND"
    ),
    Refusal(
      "age === 25",
      6,
      "expected a value, found '='",
      hint: "equality is == or ="
    ),
    // Misplaced keywords
    Refusal(
      "anyCol CONATINS 0",
      7,
      "expected a comparison, found 'CONATINS'",
      hint: "is CONTAINS meant?"
    ),
    Refusal(
      "a == 1 ADN b == 1",
      7,
      "expected AND, OR or the end, found 'ADN'",
      hint: "is AND meant?"
    ),
    Refusal("a b", 2, "expected a comparison, found 'b'"),
    Refusal(
      "a == in",
      5,
      "expected a value, found the word 'in'",
      hint: "a property of that name is written #in"
    ),
    Refusal(
      "a NOT IN b",
      2,
      "NOT cannot stand between two values",
      hint: "write it first, as in NOT name IN $names"
    ),
    Refusal(
      "1 == ANY a.b",
      5,
      "expected a value, found 'ANY'",
      hint: "it cannot stand on the right of a comparison; write it before the left side"
    ),
    Refusal("a + NOT b == 1", 4, "expected a value, found 'NOT'"),
    Refusal(
      "ANY a.b",
      7,
      "expected a comparison after ANY, found the end",
      hint: "as in ANY pages.title == \"x\""
    ),
    Refusal(
      "(NONE a.b) == 1",
      9,
      "expected a comparison after NONE, found ')'",
      hint: "as in ANY pages.title == \"x\""
    ),
    Refusal("a := 1", 2, "only a variable can be assigned", hint: "compare with =="),
    // Brackets
    Refusal("(a == 1", 0, "'(' is never closed"),
    Refusal("a IN {1, 2", 5, "'{' is never closed"),
    Refusal("a == 1)", 6, "')' closes no parenthesis"),
    Refusal("a IN (1, 2)", 7, "expected ')', found ','", hint: "write lists in braces: {1, 2}"),
    Refusal("a IN {1,}", 8, "expected a value, found '}'"),
    Refusal("a[0 == 1", 8, "expected ']' after the index, found the end"),
    Refusal(
      "a[0 == 1]",
      2,
      "expected a value, found a condition",
      hint: "TERNARY(condition, 1, 0) makes a value of one"
    ),
    Refusal(
      "a ==[x] b",
      5,
      "'x' is not an option of a comparison",
      hint: "options are c, d, n, l and w, as in [cd]"
    ),
    Refusal(
      "a ==[] b",
      5,
      "expected options, found ']'",
      hint: "options are c, d, n, l and w, as in [cd]"
    ),
    Refusal("a ==[c b", 7, "expected ']' after the options, found 'b'"),
    // Paths and names
    Refusal("a. == 1", 3, "expected a key after '.', found '=='"),
    Refusal("a.5 == 1", 1, "expected a comparison, found '.5'"),
    Refusal("$ == 1", 0, "'$' must be followed by a variable's name"),
    Refusal("@ == 1", 0, "'@' must be followed by a collection operator, such as 'count',"),
    Refusal("# == 1", 0, "'#' must be followed by a word"),
    Refusal(
      "12abc == 1",
      0,
      "letters follow the number directly",
      hint: "a key cannot begin with a digit; put a space after a number"
    ),
    // Numbers and strings
    Refusal("a == 0x", 5, "digits of base 16 must follow the prefix"),
    Refusal("a == 0x1FFFFFFFFFFFFFFFF", 5, "the number does not fit into 64 bits"),
    Refusal("a == 1e999", 5, "the number is too large for a double"),
    Refusal("a == 'x", 5, "the string that begins here has no end", hint: "close it with '"),
    Refusal("a == \"x\\", 5, "the string that begins here has no end", hint: "close it with \""),
    Refusal("a == '\\u12'", 6, "'\\u' needs four hexadecimal digits"),
    Refusal("a == '\\uD83D'", 6, "half of a surrogate pair is not a character"),
    Refusal("a == '\\uD83D\\u0041'", 6, "half of a surrogate pair is not a character"),
    Refusal("a == '\\uDE00'", 6, "half of a surrogate pair is not a character"),
    // Calls
    Refusal(
      "add:to(a, b) == 1",
      0,
      "'add:to' is not a function",
      hint: "every part of a function's name ends with ':', as in add:to:(a, b)"
    ),
    Refusal("count:(a, b) == 1", 0, "'count:' takes 1 argument, not 2"),
    Refusal("add:to:(a) == 1", 0, "'add:to:' takes 2 arguments, not 1"),
    Refusal("sum(a, b) == 1", 0, "no function 'sum' takes 2 arguments"),
    Refusal("count: a == 1", 7, "expected '(' after the function's name, found 'a'"),
    Refusal(
      "sum(a == 1",
      4,
      "expected a value, found a condition",
      hint: "TERNARY(condition, 1, 0) makes a value of one"
    ),
    Refusal("sum(a b", 6, "expected ')' after the arguments, found 'b'"),
    Refusal(
      "CAST(a, b) == 1",
      8,
      "expected a type in quotation marks, found 'b'",
      hint: "as in CAST(x, \"NSDate\")"
    ),
    Refusal("CAST(a) == 1", 6, "expected ',' before the type of CAST, found ')'"),
    Refusal(
      "SUBQUERY(a, x, b == 1)",
      12,
      "expected a variable, found 'x'",
      hint: "as in SUBQUERY(pages, $page, $page.isRead == 1)"
    ),
    Refusal(
      "FUNCTION(a, now) == 1",
      12,
      "expected a selector in quotation marks, found 'now'"
    ),
    Refusal(
      "FETCH(%@, %@) == 1",
      0,
      "FETCH takes 3 arguments, not 2",
      hint: "as in FETCH(%@, %@, NO): a request, a context, and whether to count only"
    ),
    // Arguments
    Refusal(
      "state == %lud",
      9,
      "'%lud' is not an argument",
      hint: "arguments are %@, %K and numbers such as %d, %ld, %f; put a space after them"
    ),
    Refusal(
      "a == %",
      5,
      "'%' is not an argument",
      hint: "arguments are %@, %K and numbers such as %d, %ld, %f; put a space after them"
    ),
    Refusal(
      "a == %l@",
      5,
      "'%l' is not an argument",
      hint: "arguments are %@, %K and numbers such as %d, %ld, %f; put a space after them"
    ),
    // Characters
    Refusal(
      "name == “x”",
      8,
      "'“' has no meaning here",
      hint: "use straight quotation marks, ' or \""
    ),
    Refusal(
      "ü ==\u{A0}1",
      5,
      "the character U+A0 has no meaning here",
      hint: "it is a no-break space; use a plain space"
    ),
    Refusal("a == \u{0}", 5, "the character U+0 has no meaning here"),
    Refusal("a LIKE ?x", 7, "'?' has no meaning here", hint: "quote patterns: LIKE 'a?c'"),
    Refusal(
      "a == \\(b)",
      5,
      "'\\' has no meaning here",
      hint: "escapes like \\(name) belong to source code, where the compiler replaces them"
    ),
    Refusal("a == 😀", 5, "'😀' has no meaning here"),
  ]
}

struct SyntaxErrorTests {
  @Test(arguments: Refusal.all)
  func predicateIsRefused(_ refusal: Refusal) throws {
    let error = try #require(throws: PredicateSyntaxError.self) {
      try Predicate(parsing: refusal.text)
    }
    #expect(error.message == refusal.message)
    #expect(error.utf8Offset == refusal.offset)
    #expect(error.hint == refusal.hint)
  }

  @Test(arguments: [
    ("", 0, "the expression is empty"),
    ("a == 1", 0, "expected a value, found a condition"),
    ("a b", 2, "expected an operator or the end, found 'b'"),
    ("a == 1 b", 7, "expected AND, OR or the end, found 'b'"),
    ("count:(a", 8, "expected ')' after the arguments, found the end"),
  ])
  func expressionIsRefused(text: String, offset: Int, message: String) throws {
    let error = try #require(throws: PredicateSyntaxError.self) {
      try Expression(parsing: text)
    }
    #expect(error.message == message)
    #expect(error.utf8Offset == offset)
  }

  @Test
  func descriptionHasPlaceMessageAndHint() {
    #expect(PredicateSyntaxError("m", at: 3).description == "byte 3: m")
    #expect(PredicateSyntaxError("m", at: 3, hint: "h").description == "byte 3: m; h")
  }
}
