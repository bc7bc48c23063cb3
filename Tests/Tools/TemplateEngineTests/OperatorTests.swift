import Testing

@testable import TemplateEngine

@Suite struct OperatorTests {
  private static let context: TemplateValue = [
    "one": 1, "two": 2, "zero": 0, "minus": -1, "half": 0.5, "text": "abc", "empty": "",
    "yes": true, "no": false, "list": ["a", "b", 1, 2.5], "none": [], "object": ["k": 1],
    "hollow": [:],
  ]

  @Test(arguments: [
    ("yes", true), ("no", false), ("one", true), ("zero", false), ("minus", false),
    ("half", true), ("text", true), ("empty", false), ("list", true), ("none", false),
    ("object", true), ("hollow", false), ("unknown", false), ("'x'", true), ("0", false),
    ("true", true), ("false", false), ("text.unknown", false), ("1...2", true),
  ]) func truth(condition: String, expected: Bool) throws {
    try verify(condition, expected)
  }

  @Test(arguments: [
    // Comparison of numbers, whatever their kind
    ("one == 1", true), ("one == 1.0", true), ("one != 1", false), ("one == two", false),
    ("one < two", true), ("two < one", false), ("one <= 1", true), ("one >= 1.0", true),
    ("half < one", true), ("half > one", false), ("one>0", true), ("one==1", true),
    ("minus < zero", true),
    // Comparison of other values
    ("text == 'abc'", true), ("text != 'abc'", false), ("'a' == \"a\"", true),
    ("yes == true", true),
    ("yes == no", false), ("unknown == missing", true), ("unknown == text", false),
    ("unknown != text", true), ("text == 1", false), ("'1' == 1", false), ("yes == 1", false),
    ("list == list", false), ("object == object", false), ("list != list", true),
    // Ordering is for numbers only
    ("'a' < 'b'", false), ("'a' >= 'a'", false), ("unknown < one", false), ("yes >= yes", false),
    // Membership
    ("'a' in list", true), ("'z' in list", false), ("1 in list", true), ("1.0 in list", true),
    ("2.5 in list", true), ("'b' in 'abc'", true), ("'ac' in 'abc'", false),
    ("2 in 1...3", true), ("4 in 1...3", false), ("2 in 3...1", true), ("'k' in object", false),
    ("text in text", true), ("unknown in missing", true), ("unknown in list", false),
    // Boolean operators
    ("yes and one", true), ("yes and no", false), ("no or one", true), ("no or zero", false),
    ("not no", true), ("not yes", false), ("not not yes", true), ("yes and yes and yes", true),
    ("yes and yes and no", false), ("no or no or yes", true),
  ]) func operators(condition: String, expected: Bool) throws {
    try verify(condition, expected)
  }

  @Test(arguments: [
    // `and` before `or`
    ("yes or no and no", true), ("no and no or yes", true), ("(yes or no) and no", false),
    // `not` before `and`, after comparison
    ("not no and no", false), ("not (no and no)", true), ("not one == two", true),
    ("not yes or yes", true),
    // Comparison before `and`
    ("one == 1 and two == 2", true), ("one == 1 or unknown == 2", true),
    // `in` binds loosest
    ("'a' in list or yes", false), ("('a' in list) or no", true), ("'a' in list and yes", false),
    // Parentheses need no spaces
    ("(yes)and(one)", true), ("((yes))", true), ("not(no)", true), ("(one == 1)and(two==2)", true),
    // From the left
    ("one == 1 == true", true), ("one < two == yes", true),
  ]) func precedence(condition: String, expected: Bool) throws {
    try verify(condition, expected)
  }

  @Test(arguments: [
    ("text|uppercase == 'ABC'", true), ("text|contains:'b'", true),
    ("text | contains : 'z'", false),
    ("text|!contains:'z' and yes", true), ("not text|hasPrefix:'a'", false),
    ("unknown|default:'x' == 'x'", true), ("list|join == 'ab12.5'", true),
    ("2 in unknown|default:list|default:none", false), ("'b' in text|split:'b'|join:'b'", true),
  ]) func filtersBindTightest(condition: String, expected: Bool) throws {
    try verify(condition, expected)
  }

  @Test func theRightSideIsNotEvaluatedInVain() throws {
    // The subscript of an unknown variable is an error wherever it is evaluated.
    try verify("no and list[unknown]", false)
    try verify("yes or list[unknown]", true)
  }

  @Test func aLongRowOfOperandsIsNoDeepTree() throws {
    let row = Array(repeating: "no", count: 2_000).joined(separator: " or ")
    try verify(row, false)
    try verify(row + " or yes and yes", true)
  }

  /// A condition has the same meaning in `if`, in `{{ … }}`, in `set` and in `where`.
  private func verify(_ condition: String, _ expected: Bool) throws {
    try Rendered(
      "{% if \(condition) %}true{% else %}false{% endif %}",
      "\(expected)",
      with: Self.context
    ).verify()
    try Rendered(
      "{% for i in 1...1 where \(condition) %}true{% empty %}false{% endfor %}",
      "\(expected)",
      with: Self.context
    ).verify()
    try Rendered(
      "{% set v 'true' if \(condition) else 'false' %}{{ v }}",
      "\(expected)",
      with: Self.context
    ).verify()
    if condition.contains(where: " ()=<>".contains), !condition.contains("|") {
      try Rendered("{{ (\(condition)) and true }}", "\(expected)", with: Self.context).verify()
    }
  }

  @Test(arguments: [
    Rendered("{{ one == 1 }}", "true"), Rendered("{{ not yes }}", "false"),
    Rendered("{{ yes and no }}", "false"), Rendered("{{ 'a' in list }}", "true"),
    Rendered("{{ (one) }}", "1"),
  ]) func conditionsCanBeShown(_ row: Rendered) throws {
    var row = row
    row.context = Self.context
    try row.verify()
  }
}
