import Testing

@testable import PredicateFormat

struct PrintingTests {
  /// Tests of the format of Apple's `predicateFormat`.
  @Test(arguments: [
    ("a = 1", "a == 1"),
    ("a <> 'x'", "a != \"x\""),
    ("a =< 1 && b => 2", "a <= 1 AND b >= 2"),
    ("name contains[dc] 'a'", "name CONTAINS[cd] \"a\""),
    ("name ==[n] %@", "name ==[n] %@"),
    ("isOpen = YES", "isOpen == 1"),
    ("isOpen == false", "isOpen == 0"),
    ("deletedAt = NULL", "deletedAt == nil"),
    ("price < 12.50", "price < 12.5"),
    ("price < 12.0", "price < 12"),
    ("price < -0.0", "price < -0.0"),
    ("age between {1, 3}", "age BETWEEN {1, 3}"),
    ("NOT(name in {'a','b'})", "NOT name IN {\"a\", \"b\"}"),
    ("NONE a.b = 1", "NOT ANY a.b == 1"),
    ("self = 'bob'", "SELF == \"bob\""),
    (
      "title == 'x' AND (a == 1 OR b == 1)",
      "title == \"x\" AND (a == 1 OR b == 1)"
    ),
    (
      "(a == 1 AND b == 2) OR (c == true AND d == true)",
      "(a == 1 AND b == 2) OR (c == 1 AND d == 1)"
    ),
    ("a == 1 AND b == 2 OR c == 3", "(a == 1 AND b == 2) OR c == 3"),
    (
      "(a == 1 AND b == 2) AND (c == 3 AND d == 4)",
      "(a == 1 AND b == 2) AND (c == 3 AND d == 4)"
    ),
    ("NOT (a == 1 AND b == 2)", "NOT (a == 1 AND b == 2)"),
    ("NOT a == 1 AND b == 2", "NOT a == 1 AND b == 2"),
    (
      "subquery(alliances, $a, any $a.teams.key in {'x'}).@count > 0",
      "SUBQUERY(alliances, $a, ANY $a.teams.key IN {\"x\"}).@count > 0"
    ),
    ("size == 2", "#size == 2"),
    ("a.#in == $in", "a.#in == $in"),
    ("'it\\'s \"x\" \\\\' == \"\\n\\t\\u0001\"", "\"it's \\\"x\\\" \\\\\" == \"\\n\\t\\u0001\""),
    ("(a & 4) = 4", "a & 4 == 4"),
    ("truepredicate", "TRUEPREDICATE"),
    ("%K.name == %ld", "%K.name == %d"),
    ("sum(a) == 3", "sum:(a) == 3"),
    ("a[size] == b[ 'k' ]", "a[SIZE] == b[\"k\"]"),
    ("cast(1.5,'NSDate') < now()", "CAST(1.5, \"NSDate\") < now()"),
    ("ternary(truepredicate, a, b) == 1", "TERNARY(TRUEPREDICATE, a, b) == 1"),
    ("function(a,'b:',1) == function(a, 'c')", "FUNCTION(a, \"b:\", 1) == FUNCTION(a, \"c\")"),
    ("a in b union c", "a IN b UNION c"),
    ("a == $x := 1", "a == ($x := 1)"),
  ])
  func predicates(text: String, printed: String) throws {
    #expect(try Predicate(parsing: text).predicateFormat == printed)
  }

  @Test(arguments: [
    ("(a + b) * c", "(a + b) * c"),
    ("a + (b * c)", "a + b * c"),
    ("(a + b) + c", "a + b + c"),
    ("a + (b + c)", "a + (b + c)"),
    ("a - (b - c)", "a - (b - c)"),
    ("(a ** b) ** c", "a ** b ** c"),
    ("a ** (b ** c)", "a ** (b ** c)"),
    ("(-a) ** b", "-a ** b"),
    ("-(a ** b)", "-(a ** b)"),
    ("-(-a)", "-(-a)"),
    ("-(5)", "-(5)"),
    ("-5 ** 2", "-5 ** 2"),
    ("(-5).a", "(-5).a"),
    ("(-5)[0]", "(-5)[0]"),
    ("(a + b).c", "(a + b).c"),
    ("(a UNION b).@count", "(a UNION b).@count"),
    ("~(a | b)", "~(a | b)"),
    ("1 - -1", "1 - -1"),
    ("photos.@count", "photos.@count"),
    ("TRUE", "TRUE"),
    ("2.0", "2.0"),
    ("1e100", "1e+100"),
    ("18446744073709551616", "18446744073709551616"),
  ])
  func expressions(text: String, printed: String) throws {
    #expect(try Expression(parsing: text).description == printed)
  }

  @Test
  func compoundsOfOnePartOrNone() {
    #expect(Predicate.and([]).predicateFormat == "TRUEPREDICATE")
    #expect(Predicate.or([]).predicateFormat == "FALSEPREDICATE")
    #expect(Predicate.and([isOne("a")]).predicateFormat == "a == 1")
    #expect(
      Predicate.or([.and([.or([isOne("a"), isOne("b")])]), .and([])]).predicateFormat
        == "(a == 1 OR b == 1) OR TRUEPREDICATE"
    )
    #expect(Predicate.not(.and([isOne("a")])).predicateFormat == "NOT a == 1")
  }

  @Test
  func argumentsCanBeSpelledOut() throws {
    let predicate = try Predicate(parsing: "%K == %@ OR b == %@")
    let text = predicate.text(.apple) { argument in
      ["name", "\"Ada\""].indices.contains(argument.index)
        ? ["name", "\"Ada\""][argument.index] : nil
    }
    #expect(text == "name == \"Ada\" OR b == %@")
  }
}
