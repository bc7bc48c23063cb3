import Testing

@testable import PredicateFormat

struct InquiryTests {
  /// Each path as `origin: keys`; the evaluated object is omitted.
  private func spelled(_ uses: [PathUse]) -> [String] {
    uses.map { use in
      let keys = use.dottedKeys ?? "?"
      switch use.origin {
      case .evaluatedObject: return keys
      case .variable(let name): return "$\(name): \(keys)"
      }
    }
  }

  @Test(arguments: [
    ("a == 1 AND b.c > a", ["a", "b.c", "a"]),
    ("SELF == 1", []),
    ("SELF.a.@count == 1", ["a.@count"]),
    ("flag", ["flag"]),
    (
      "SELF.price < 12 AND category = $FETCH_SOURCE.kind",
      ["price", "category", "$FETCH_SOURCE: kind"]
    ),
    ("SUBQUERY(pages, $p, $p.title == 'x').@count > 0", ["pages", "pages.title", "pages.@count"]),
    (
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c == $x.d AND e == 1).@count > 0).@count > 0",
      ["a", "a.b", "a.b.c", "a.d", "e", "a.b.@count", "a.@count"]
    ),
    ("SUBQUERY(now(), $x, $x.a == 1).@count > 0", []),
    ("SUBQUERY(a, $x, $y.b == 1).@count > $x.c", ["a", "$y: b", "a.@count", "$x: c"]),
    ("a[FIRST].b == c[d]", ["a", "a.b", "c", "d"]),
    ("count:(pages) == 1 AND canonical:(name) == uppercase:($x)", ["pages", "name"]),
    ("%K.b == {c, -d} AND TERNARY(e, f, CAST(g, 'NSDate')) == 1", ["?", "c", "d", "e", "f", "g"]),
  ])
  func keyPaths(text: String, paths: [String]) throws {
    #expect(spelled(try Predicate(parsing: text).keyPaths) == paths)
  }

  @Test
  func keyPathsOfAnExpression() throws {
    let expression = try Expression(parsing: "a.b + count:(c)")
    #expect(spelled(expression.keyPaths) == ["a.b", "c"])
  }

  @Test(arguments: [
    ("name == $name", ["name: name"]),
    ("$name == name", ["name: name"]),
    ("b == $b AND a == $a AND c == $b", ["b: b", "a: a"]),
    ("id IN $ids", ["ids: [id]"]),
    ("age BETWEEN $range", ["range: [age]"]),
    ("age BETWEEN {$low, $high}", ["low: age", "high: age"]),
    ("tags CONTAINS $tag", ["tag: tags"]),
    ("$tags CONTAINS tag", ["tags: [tag]"]),
    ("$text CONTAINS 'a'", ["text: -"]),
    ("canonical:(name) == $name", ["name: name"]),
    ("pages.@count > $n", ["n: pages.@count"]),
    (
      "SUBQUERY(pages, $p, $p.title == $title AND $p != $other).@count > 0",
      ["title: pages.title", "other: pages"]
    ),
    ("owner == $FETCH_SOURCE", ["FETCH_SOURCE: owner"]),
    ("$x == 1 AND a == $x", ["x: a"]),
    ("$x.name == b + $y", ["x: -", "y: -"]),
    ("SELF == $x", ["x: -"]),
    ("$a == $b.c", ["a: $b.c", "b: -"]),
  ])
  func variables(text: String, uses: [String]) throws {
    let spelled = try Predicate(parsing: text).variables.map { use in
      guard let path = use.comparedPath, let keys = path.dottedKeys else { return "\(use.name): -" }
      var shown = keys
      if case .variable(let name) = path.origin { shown = "$\(name).\(keys)" }
      return "\(use.name): " + (use.isCollection ? "[\(shown)]" : shown)
    }
    #expect(spelled == uses)
  }

  @Test
  func variablesOfFetchedPropertiesAreMarked() throws {
    let uses = try Predicate(
      parsing: "a == $FETCH_SOURCE.a AND b == $FETCHED_PROPERTY.userInfo.b AND c == $c"
    ).variables
    #expect(uses.map(\.isSuppliedForFetchedProperties) == [true, true, false])
  }

  @Test
  func argumentsInTheOrderOfTheText() throws {
    let arguments = try Predicate(
      parsing: "%K.%K == FUNCTION(%@, 'x:', %d) OR SUBQUERY(%K, $x, $x.%K == %@).@count > %lu"
    ).arguments
    #expect(arguments.map(\.index) == Array(0..<8))
    #expect(
      arguments.map(\.conversion) == [
        .keyPath, .keyPath, .object, .signedInteger, .keyPath, .keyPath, .object,
        .unsignedInteger,
      ]
    )
  }

  @Test
  func functionsOfTheLanguageAreKnown() {
    #expect(FunctionCall("canonical:", [path("a")]).isBuiltIn)
    #expect(!FunctionCall("frobnicate:", [path("a")]).isBuiltIn)
    #expect(!FunctionCall(receiver: path("a"), "canonical:", [path("a")]).isBuiltIn)
  }
}

struct DerivationTests {
  @Test(arguments: [
    ("pages.@count", "count:(pages)"),
    ("a.b.@count", "count:(a.b)"),
    ("pages.@sum.price", "sum:(pages.price)"),
    ("pages.price.@sum", "sum:(pages.price)"),
    ("pages.@avg.price", "average:(pages.price)"),
    ("canonical:(name)", "canonical:(name)"),
    ("uppercase:(title)", "uppercase:(title)"),
    ("now()", "now()"),
    ("chat.serverId", "chat.serverId"),
    ("name", "name"),
    ("@count", "@count"),
    ("a.@unknown", "a.@unknown"),
    ("a.@max.b.@count", "a.@max.b.@count"),
  ])
  func compiledForm(text: String, compiled: String) throws {
    #expect(try Expression(parsing: text).derivationForm.description == compiled)
  }
}

struct SubstitutionTests {
  private let substitution: Substitution = {
    var substitution = Substitution()
    substitution.variable = { name in name == "x" ? path("a.b") : name == "n" ? int(5) : nil }
    substitution.argument = { argument in argument.index == 0 ? string("first") : nil }
    substitution.pathArgument = { argument in
      argument.index == 1
        ? PropertyPath.Component.components(of: "k.l")
        : argument.index == 2 ? [.key("self")] : nil
    }
    return substitution
  }()

  @Test(arguments: [
    ("$n == 1 AND NOT $y == $x", "5 == 1 AND NOT $y == a.b"),
    ("$x.c == 1", "a.b.c == 1"),
    ("$n.c == 1", "5.c == 1"),
    ("SUBQUERY($x, $x, $x.c == $n).@count > 0", "SUBQUERY(a.b, $x, $x.c == 5).@count > 0"),
    ("%@ == %K.c OR %@ == 1", "\"first\" == k.l.c OR %@ == 1"),
    ("%@ == %@ OR %K == 1 OR %K.z == 2", "\"first\" == %@ OR SELF == 1 OR %K.z == 2"),
    ("%@ == %@ OR %K.z == 2", "\"first\" == %@ OR SELF.z == 2"),
    (
      "{$n, -$n} == a[$n] AND b[FIRST] == CAST($n, 't')",
      "{5, -(5)} == a[5] AND b[FIRST] == CAST(5, \"t\")"
    ),
    (
      "TERNARY($n == 1, $n, $x) == FUNCTION($x, 's:', $n) UNION $x",
      "TERNARY(5 == 1, 5, a.b) == FUNCTION(a.b, \"s:\", 5) UNION a.b"
    ),
    ("$q := $n + $x == now()", "($q := 5 + a.b) == now()"),
    ("TRUEPREDICATE OR SELF == ANYKEY", "TRUEPREDICATE OR SELF == ANYKEY"),
  ])
  func replaces(text: String, result: String) throws {
    #expect(try Predicate(parsing: text).applying(substitution).description == result)
  }

  @Test
  func errorsOfTheReplacementGetThrough() throws {
    struct Missing: Error {}
    var substitution = Substitution()
    substitution.variable = { _ in throw Missing() }
    #expect(throws: Missing.self) {
      try Predicate(parsing: "a == $b").applying(substitution)
    }
  }
}
