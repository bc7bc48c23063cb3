import Testing

@testable import PredicateFormat

/// Tests of texts and their trees.
struct PredicateGrammarTests {
  @Test(arguments: [
    ("a = 1", Comparison.Relation.equalTo),
    ("a == 1", .equalTo),
    ("a != 1", .notEqualTo),
    ("a <> 1", .notEqualTo),
    ("a < 1", .lessThan),
    ("a <= 1", .lessThanOrEqualTo),
    ("a =< 1", .lessThanOrEqualTo),
    ("a > 1", .greaterThan),
    ("a >= 1", .greaterThanOrEqualTo),
    ("a => 1", .greaterThanOrEqualTo),
    ("a in 1", .in),
    ("a Like 1", .like),
    ("a MATCHES 1", .matches),
    ("a contains 1", .contains),
    ("a beginsWith 1", .beginsWith),
    ("a EndsWith 1", .endsWith),
    ("a BETWEEN 1", .between),
    ("a==1", .equalTo),
    (" \t\n a\r\n==\u{0B}1\u{0C} ", .equalTo),
  ])
  func relations(text: String, relation: Comparison.Relation) throws {
    #expect(try Predicate(parsing: text) == compare(path("a"), relation, int(1)))
  }

  @Test(
    arguments: [
      ("a ==[c] b", Comparison.Options.caseInsensitive),
      ("a ==[d] b", .diacriticInsensitive),
      ("a ==[cd] b", [.caseInsensitive, .diacriticInsensitive]),
      ("a ==[DC] b", [.caseInsensitive, .diacriticInsensitive]),
      ("a == [ n ] b", .normalized),
      ("a ==[l] b", .localeSensitive),
      ("a ==[w] b", .word),
      ("a ==[cdnl] b", [.caseInsensitive, .diacriticInsensitive, .normalized, .localeSensitive]),
      ("a == b", []),
    ] as [(String, Comparison.Options)]
  )
  func options(text: String, options: Comparison.Options) throws {
    #expect(
      try Predicate(parsing: text) == compare(path("a"), .equalTo, path("b"), .direct, options)
    )
  }

  @Test(arguments: [
    ("ANY a.b == 1", Comparison.Modifier.any, false),
    ("Any a.b == 1", .any, false),
    ("SOME a.b == 1", .any, false),
    ("ALL a.b == 1", .all, false),
    ("NONE a.b == 1", .any, true),
    ("a.b == 1", .direct, false),
  ])
  func modifiers(text: String, modifier: Comparison.Modifier, isNegated: Bool) throws {
    let comparison = compare(path("a.b"), .equalTo, int(1), modifier)
    #expect(try Predicate(parsing: text) == (isNegated ? .not(comparison) : comparison))
  }

  @Test(arguments: [
    ("a == 1 AND b == 1", Predicate.and([isOne("a"), isOne("b")])),
    ("a == 1 && b == 1", .and([isOne("a"), isOne("b")])),
    ("a == 1 or b == 1", .or([isOne("a"), isOne("b")])),
    ("a == 1 || b == 1", .or([isOne("a"), isOne("b")])),
    ("NOT a == 1", .not(isOne("a"))),
    ("! a == 1", .not(isOne("a"))),
    ("!(a == 1)", .not(isOne("a"))),
    ("NOT NOT a == 1", .not(.not(isOne("a")))),
    ("NOT ANY a == 1", .not(compare(path("a"), .equalTo, int(1), .any))),
    ("TRUEPREDICATE", .constant(true)),
    ("falsepredicate", .constant(false)),
    ("((a == 1))", isOne("a")),
    // Operands of one level of AND or OR are one list; parentheses separate lists.
    ("a == 1 AND b == 1 AND c == 1", .and([isOne("a"), isOne("b"), isOne("c")])),
    ("(a == 1 AND b == 1) AND c == 1", .and([.and([isOne("a"), isOne("b")]), isOne("c")])),
    ("a == 1 AND (b == 1 AND c == 1)", .and([isOne("a"), .and([isOne("b"), isOne("c")])])),
    // A key path alone is compared to true.
    ("a", compare(path("a"), .equalTo, boolean(true))),
    ("NOT a.b", .not(compare(path("a.b"), .equalTo, boolean(true)))),
    ("(a) AND b == 1", .and([compare(path("a"), .equalTo, boolean(true)), isOne("b")])),
    ("%K", compare(argumentPath(0), .equalTo, boolean(true))),
  ])
  func compounds(text: String, tree: Predicate) throws {
    #expect(try Predicate(parsing: text) == tree)
  }

  /// Each text has the same tree as the fully parenthesized one.
  @Test(arguments: [
    ("a == 1 OR b == 1 AND c == 1", "a == 1 OR (b == 1 AND c == 1)"),
    ("a == 1 AND b == 1 OR c == 1", "(a == 1 AND b == 1) OR c == 1"),
    ("a == 1 OR b == 1 AND c == 1 OR d == 1", "a == 1 OR (b == 1 AND c == 1) OR d == 1"),
    ("NOT a == 1 AND b == 1", "(NOT (a == 1)) AND b == 1"),
    ("NOT a == 1 OR b == 1", "(NOT (a == 1)) OR b == 1"),
    ("a == 1 AND NOT b == 1 AND c == 1", "a == 1 AND (NOT (b == 1)) AND c == 1"),
    ("ANY a == 1 AND b == 1", "(ANY a == 1) AND (b == 1)"),
    ("a + 1 == b * 2", "(a + 1) == (b * 2)"),
    ("a & 4 == 0", "(a & 4) == 0"),
    ("a IN b UNION c", "a IN (b UNION c)"),
    ("a IN b UNION c MINUS d", "a IN ((b UNION c) MINUS d)"),
    ("a IN b UNION c + d", "a IN (b UNION (c + d))"),
    ("ANY a + b == 1", "ANY (a + b) == 1"),
    ("$x := 1 + 2 == 3", "($x := (1 + 2)) == 3"),
    ("a == $x := 1 + 2 AND b == 1", "(a == ($x := (1 + 2))) AND b == 1"),
  ])
  func precedence(text: String, explicit: String) throws {
    #expect(try Predicate(parsing: text) == Predicate(parsing: explicit))
  }

  @Test
  func subqueries() throws {
    let inner = Subquery(
      path(.variable("p1"), "parents"),
      variable: "p2",
      predicate: compare(path(.variable("p2"), "age"), .greaterThan, int(35))
    )
    let outer = Subquery(
      path("parents"),
      variable: "p1",
      predicate: compare(path(.subquery(inner), "@count"), .greaterThan, int(0))
    )
    let text =
      "SUBQUERY(parents, $p1, SUBQUERY($p1.parents, $p2, $p2.age > 35).@count > 0).@count > 0"
    #expect(
      try Predicate(parsing: text)
        == compare(path(.subquery(outer), "@count"), .greaterThan, int(0))
    )
  }

  @Test
  func argumentsAreNumberedInTheOrderOfTheText() throws {
    let predicate = try Predicate(parsing: "ANY %K.%K BETWEEN {%ld, %f} AND name CONTAINS %@")
    #expect(
      predicate
        == .and([
          compare(
            argumentPath(0, 1),
            .between,
            .aggregate([
              .argument(FormatArgument(index: 2, .signedInteger)),
              .argument(FormatArgument(index: 3, .real)),
            ]),
            .any
          ),
          compare(path("name"), .contains, object(4)),
        ])
    )
    #expect(predicate.arguments.map(\.index) == [0, 1, 2, 3, 4])
  }

  @Test
  func modelTextsMayRefuseArguments() throws {
    #expect(throws: Never.self) {
      try Predicate(parsing: "a == '%@' AND b == $c", allowsArguments: false)
    }
    #expect {
      try Predicate(parsing: "a == %@", allowsArguments: false)
    } throws: { error in
      (error as? PredicateSyntaxError)?.utf8Offset == 5
    }
  }
}
