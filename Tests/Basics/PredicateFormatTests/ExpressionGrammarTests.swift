import Testing

@testable import PredicateFormat

/// Tests of texts and their trees.
struct ExpressionGrammarTests {
  @Test(arguments: [
    ("0", Constant.integer(0)),
    ("007", .integer(7)),
    ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .decimal("9223372036854775808")),
    ("-0009223372036854775809", .decimal("-9223372036854775809")),
    ("-5", .integer(-5)),
    ("- 5", .integer(-5)),
    ("0x1F", .integer(31)),
    ("0Xff", .integer(255)),
    ("0o17", .integer(15)),
    ("0b101", .integer(5)),
    ("-0x10", .integer(-16)),
    ("0xFFFFFFFFFFFFFFFF", .decimal("18446744073709551615")),
    ("1.5", .real(1.5)),
    (".5", .real(0.5)),
    ("1e3", .real(1000)),
    ("9.2e-5", .real(9.2e-5)),
    ("-3.5E+38", .real(-3.5e38)),
    ("1e-400", .real(0)),
  ])
  func numbers(text: String, constant: Constant) throws {
    #expect(try Expression(parsing: text) == .constant(constant))
  }

  @Test(arguments: [
    (#"'a'"#, "a"),
    (#""a""#, "a"),
    (#"'"'"#, "\""),
    (#""'""#, "'"),
    (#"''"#, ""),
    (#"'it\'s'"#, "it's"),
    (#""say \"x\"""#, "say \"x\""),
    (#"'\\d+'"#, "\\d+"),
    (#"'\n\t\r'"#, "\n\t\r"),
    (#"'\u0041\u00e9\u20AC'"#, "Aé€"),
    (#"'\uD83D\uDE00'"#, "😀"),
    (#"'\('"#, "("),
    (#"'%@ %K $x'"#, "%@ %K $x"),
    (#"'Grüße 😀'"#, "Grüße 😀"),
    ("'two\nlines'", "two\nlines"),
    ("%%", "%"),
  ])
  func strings(text: String, value: String) throws {
    #expect(try Expression(parsing: text) == string(value))
  }

  @Test(arguments: [
    ("nil", null), ("NULL", null), ("Nil", null), ("null", null),
    ("TRUE", boolean(true)), ("yes", boolean(true)), ("True", boolean(true)),
    ("NO", boolean(false)), ("false", boolean(false)),
    ("SELF", .evaluatedObject), ("self", .evaluatedObject),
    ("ANYKEY", .anyKey),
    ("$name", .variable("name")), ("$IN", .variable("IN")), ("$größe", .variable("größe")),
    ("$x := 4", .assignment(variable: "x", value: int(4))),
  ])
  func words(text: String, tree: Expression) throws {
    #expect(try Expression(parsing: text) == tree)
  }

  @Test(arguments: [
    ("FETCH(a, b, NO)", Constant.boolean(false)), ("fetch( a , b , TRUE )", .boolean(true)),
  ])
  func fetches(text: String, countOnly: Constant) throws {
    let tree = Expression.function(
      FunctionCall(FunctionCall.fetchSelector, [path("a"), path("b"), .constant(countOnly)])
    )
    #expect(try Expression(parsing: text) == tree)
    #expect(try Expression(parsing: tree.description) == tree)
    #expect(tree.description.hasPrefix("FETCH(a, b, "))
  }

  @Test(arguments: [
    ("name", path("name")),
    ("a.b.c", path("a.b.c")),
    ("a . b", path("a.b")),
    ("(a.b).c", path("a.b.c")),
    ("@count", path("@count")),
    ("a.@avg.b", path("a.@avg.b")),
    ("a.b.@sum", path("a.b.@sum")),
    ("#order", path("order")),
    ("#in.#NOT", path("in.NOT")),
    ("a.in", path("a.in")),
    ("größe", path("größe")),
    ("_a1", path("_a1")),
    ("SELF.a", path(.evaluatedObject, "a")),
    ("$FETCH_SOURCE.alias", path(.variable("FETCH_SOURCE"), "alias")),
    ("%@.a", path(object(0), "a")),
    ("%K.%K", argumentPath(0, 1)),
    ("{1, 2}.@count", path(.aggregate([int(1), int(2)]), "@count")),
    ("a[FIRST].b", path(.element(of: path("a"), .first), "b")),
    // Contextual keywords are keys elsewhere.
    ("size", path("size")), ("first", path("first")), ("minus", path("minus")),
    ("union.cast", path("union.cast")), ("function", path("function")),
  ])
  func paths(text: String, tree: Expression) throws {
    #expect(try Expression(parsing: text) == tree)
  }

  @Test(arguments: [
    ("a[FIRST]", Subscript.first),
    ("a[last]", .last),
    ("a[Size]", .size),
    ("a[0]", .element(int(0))),
    ("a['key']", .element(string("key"))),
    ("a[b.c]", .element(path("b.c"))),
    ("a[#first]", .element(path("first"))),
    ("a[first.b]", .element(path("first.b"))),
    ("objectFrom:withIndex:(a, 0)", .element(int(0))),
  ])
  func subscripts(text: String, index: Subscript) throws {
    #expect(try Expression(parsing: text) == .element(of: path("a"), index))
  }

  @Test(arguments: [
    ("now()", call("now")),
    ("canonical:(name)", call("canonical:", path("name"))),
    ("count: ( pages )", call("count:", path("pages"))),
    ("uppercase:(title)", call("uppercase:", path("title"))),
    ("modulus:by:(a, 2)", call("modulus:by:", path("a"), int(2))),
    ("sum(a)", call("sum:", path("a"))),
    ("modulus(a, 2)", call("modulus:by:", path("a"), int(2))),
    ("random()", call("random")),
    ("random(3)", call("random:", int(3))),
    ("size(a)", call("size:", path("a"))),
    ("FUNCTION(a, 'now')", .function(FunctionCall(receiver: path("a"), "now"))),
    (
      "function($policy, \"titleFor:manager:\", 1, now())",
      .function(
        FunctionCall(receiver: .variable("policy"), "titleFor:manager:", [int(1), call("now")])
      )
    ),
    ("CAST(1.5, 'NSDate')", .cast(real(1.5), type: "NSDate")),
    ("castObject:toType:(1.5, 'NSDate')", .cast(real(1.5), type: "NSDate")),
    (
      "TERNARY(a == 1 AND b == 1, 2, 'x')",
      .conditional(.and([isOne("a"), isOne("b")]), then: int(2), else: string("x"))
    ),
    (
      "ternary(flag, 1, 0)",
      .conditional(compare(path("flag"), .equalTo, boolean(true)), then: int(1), else: int(0))
    ),
    ("{}", .aggregate([])),
    ("{1, {a, 'b'}}", .aggregate([int(1), .aggregate([path("a"), string("b")])])),
    ("add:to:(a, 2)", .arithmetic(.add, path("a"), int(2))),
    ("onesComplement:(a)", .unary(.onesComplement, path("a"))),
    ("~a", .unary(.onesComplement, path("a"))),
    ("-a", .unary(.negate, path("a"))),
    ("-5.a", .unary(.negate, path(int(5), "a"))),
    ("-(5)", .unary(.negate, int(5))),
    ("--5", .unary(.negate, int(-5))),
  ])
  func callsAndLists(text: String, tree: Expression) throws {
    #expect(try Expression(parsing: text) == tree)
  }

  @Test(arguments: [
    ("a + b", ArithmeticOperator.add), ("a - b", .subtract), ("a*b", .multiply),
    ("a/b", .divide), ("a ** b", .power), ("a & b", .bitwiseAnd), ("a|b", .bitwiseOr),
    ("a ^ b", .bitwiseXor), ("a << b", .shiftLeft), ("a>>b", .shiftRight),
  ])
  func arithmetic(text: String, operation: ArithmeticOperator) throws {
    let tree = Expression.arithmetic(operation, path("a"), path("b"))
    #expect(try Expression(parsing: text) == tree)
    #expect(try Expression(parsing: operation.selector + "(a, b)") == tree)
  }

  /// Each text has the same tree as the fully parenthesized one.
  @Test(arguments: [
    ("a + b + c", "(a + b) + c"),
    ("a - b - c", "(a - b) - c"),
    ("a + b * c", "a + (b * c)"),
    ("a * b + c", "(a * b) + c"),
    ("a / b * c", "(a / b) * c"),
    ("a * b ** c", "a * (b ** c)"),
    ("a ** b ** c", "(a ** b) ** c"),
    ("-a ** b", "(-a) ** b"),
    ("a ** -b", "a ** (-b)"),
    ("a - -b", "a - (-b)"),
    ("~a + b", "(~a) + b"),
    ("-a.b", "-(a.b)"),
    ("a << b + c", "a << (b + c)"),
    ("a & b << c", "a & (b << c)"),
    ("a ^ b & c", "a ^ (b & c)"),
    ("a | b ^ c", "a | (b ^ c)"),
    ("a UNION b | c", "a UNION (b | c)"),
    ("a MINUS b INTERSECT c", "(a MINUS b) INTERSECT c"),
    ("$x := a UNION b", "$x := (a UNION b)"),
    ("1 + $x := 2 * 3", "1 + ($x := (2 * 3))"),
    ("a-1", "a - 1"),
    ("2 -1", "2 - 1"),
  ])
  func precedence(text: String, explicit: String) throws {
    #expect(try Expression(parsing: text) == Expression(parsing: explicit))
  }

  @Test(arguments: [
    ("%@", FormatArgument.Conversion.object),
    ("%d", .signedInteger), ("%i", .signedInteger), ("%ld", .signedInteger),
    ("%lld", .signedInteger), ("%hhd", .signedInteger), ("%qi", .signedInteger),
    ("%zd", .signedInteger), ("%u", .unsignedInteger), ("%lu", .unsignedInteger),
    ("%x", .unsignedInteger), ("%llX", .unsignedInteger), ("%f", .real), ("%lf", .real),
    ("%e", .real), ("%g", .real), ("%la", .real), ("%c", .character), ("%s", .cString),
    ("%p", .pointer),
  ])
  func conversions(text: String, conversion: FormatArgument.Conversion) throws {
    #expect(try Expression(parsing: text) == .argument(FormatArgument(index: 0, conversion)))
  }

  @Test
  func pathsHaveTheirPlace() throws {
    let predicate = try Predicate(parsing: "ü == 1 AND NOT a.b == SELF.c")
    #expect(predicate.keyPaths.map(\.position.utf8Offset) == [0, 16, 23])
  }
}
