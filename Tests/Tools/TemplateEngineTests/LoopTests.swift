import Testing

@testable import TemplateEngine

@Suite struct LoopTests {
  private static let context: TemplateValue = [
    "list": ["a", "b", "c"], "numbers": [5, 1, 4], "none": [], "text": "abc", "number": 3,
    "object": ["z": 1, "a": 2, "B": 3], "pairs": [[1, "x"], [2, "y"]], "x": "outer",
    "users": [["name": "Ann", "age": 30], ["name": "Bob", "age": 20]], "hollow": [:],
  ]

  private func verify(_ row: Rendered) throws {
    var row = row
    row.context = Self.context
    try row.verify()
  }

  @Test(arguments: [
    Rendered("{% for i in list %}{{ i }},{% endfor %}", "a,b,c,"),
    Rendered("{% for i in list|default:none %}{{ i }}{% endfor %}", "abc"),
    Rendered("{% for i in unknown|default:list %}{{ i }}{% endfor %}", "abc"),
    Rendered("{% for i in text|split:'b' %}[{{ i }}]{% endfor %}", "[a][c]"),
    Rendered("{% for _ in list %}x{{ _ }}{% endfor %}", "xxx"),
    // Objects by their keys in ascending order
    Rendered("{% for k, v in object %}{{ k }}={{ v }} {% endfor %}", "B=3 a=2 z=1 "),
    Rendered("{% for k,v in object %}{{ k }}{% endfor %}", "Baz"),
    Rendered("{% for k in object %}{{ k }}{% endfor %}", "Baz"),
    Rendered("{% for _, v in object %}{{ v }}{% endfor %}", "321"),
    // Ranges
    Rendered("{% for i in 1...3 %}{{ i }}{% endfor %}", "123"),
    Rendered("{% for i in 3...1 %}{{ i }}{% endfor %}", "321"),
    Rendered("{% for i in 0...list.count %}{{ i }}{% endfor %}", "0123"),
    Rendered("{% for i in -1...1 %}{{ i }}{% endfor %}", "-101"),
    Rendered("{% for i in 2...2 %}{{ i }}{% endfor %}", "2"),
    // Arrays of arrays
    Rendered("{% for a, b in pairs %}{{ a }}{{ b }} {% endfor %}", "1x 2y "),
    Rendered("{% for a in pairs %}{{ a.1 }}{% endfor %}", "xy"),
    Rendered("{% for a, b in list %}{{ a }}{{ b }}{% endfor %}", "abc"),
  ]) func elements(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: ["none", "unknown", "text", "number", "hollow", "text.count", "true"])
  func valuesWithoutElementsAreEmpty(values: String) throws {
    try verify(Rendered("{% for i in \(values) %}x{% empty %}{{ x }}{% endfor %}", "outer"))
    try verify(Rendered("{% for i in \(values) %}x{% endfor %}.", "."))
  }

  @Test(arguments: [
    Rendered("{% for n in numbers where n > 2 %}{{ n }}{% endfor %}", "54"),
    Rendered("{% for u in users where u.age > 25 %}{{ u.name }}{% endfor %}", "Ann"),
    Rendered("{% for n in numbers where n > 9 %}x{% empty %}none{% endfor %}", "none"),
    Rendered("{% for k, v in object where v > 1 and k != 'a' %}{{ k }}{% endfor %}", "B"),
    Rendered("{% for i in 1...6 where i != 3 %}{{ i }}{% endfor %}", "12456"),
    Rendered("{% for n in numbers where n > 2 %}{{ forloop.length }}{% endfor %}", "22"),
    Rendered("{% for n in numbers where n > 2 %}{{ forloop.counter }}{% endfor %}", "12"),
    Rendered(
      """
      {% for i in 1...2 %}{% for n in numbers where forloop.first %}{{ n }}{% endfor %}\
      ;{% endfor %}
      """,
      "514;;"
    ),
    Rendered("{% for n in numbers where not n == 1 or n == 1 %}{{ n }}{% endfor %}", "514"),
  ]) func conditions(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: [
    ("first", "true false false "), ("last", "false false true "), ("counter", "1 2 3 "),
    ("counter0", "0 1 2 "), ("length", "3 3 3 "), ("label", "   "), ("unknown", "   "),
    ("first.x", "   "),
  ]) func forloop(key: String, expected: String) throws {
    try verify(Rendered("{% for i in list %}{{ forloop.\(key) }} {% endfor %}", expected))
  }

  @Test(arguments: [
    Rendered("{{ forloop.counter }}", ""),
    Rendered("{% for i in list %}{{ i }}{{ ', ' if not forloop.last }}{% endfor %}", "a, b, c"),
    // The outer loop is restored after the inner one.
    Rendered(
      """
      {% for i in 1...2 %}{% for j in 1...3 %}{{ forloop.counter }}{% endfor %}\
      -{{ forloop.counter }} {% endfor %}
      """,
      "123-1 123-2 "
    ),
    // Labels
    Rendered(
      """
      {% outer: for i in 1...2 %}{% for j in 1...2 %}{{ forloop.outer.counter }}\
      {{ forloop.counter }} {% endfor %}{% endfor %}
      """,
      "11 12 21 22 "
    ),
    Rendered(
      """
      {% o: for i in 1...2 %}{% for k in 1...1 %}{% for j in 1...2 %}{{ forloop.o.counter0 }}\
      {% endfor %}{% endfor %}{% endfor %}
      """,
      "0011"
    ),
    Rendered(
      "{% o: for i in list %}{{ forloop.label }}{{ forloop.o.last }} {% endfor %}",
      "ofalse ofalse otrue "
    ),
    Rendered(
      "{% o: for i in 1...2 %}{% for j in 1...1 %}{{ o.counter }}{% endfor %}{% endfor %}",
      "12"
    ),
    // A label after the tag's name
    Rendered(
      """
      {% for outer: i in 1...2 %}{% for j in 1...2 %}{{ forloop.outer.counter }}\
      {{ forloop.counter }} {% endfor %}{% endfor %}
      """,
      "11 12 21 22 "
    ),
    Rendered("{% for o: k, v in object %}{{ forloop.label }}{{ k }}{% endfor %}", "oBoaoz"),
    // As a value that outlives the loop
    Rendered(
      """
      {% for i in 1...2 %}{% set l forloop %}{% for j in 1...1 %}{{ l.counter }}{{ l.last }}\
       {% endfor %}{% endfor %}
      """,
      "1false 2true "
    ),
  ]) func forloopAround(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: [
    Rendered(
      "{% for i in 1...5 %}{% if i == 3 %}{% break %}{% endif %}{{ i }}{% endfor %}.",
      "12."
    ),
    Rendered(
      "{% for i in 1...5 %}{% if i == 3 %}{% continue %}{% endif %}{{ i }}{% endfor %}.",
      "1245."
    ),
    Rendered(
      """
      {% for i in 1...2 %}{% for j in 1...3 %}{% if j == 2 %}{% break %}{% endif %}{{ i }}{{ j }}\
       {% endfor %}{% endfor %}
      """,
      "11 21 "
    ),
    Rendered(
      """
      {% o: for i in 1...3 %}{% for j in 1...3 %}{% if j == 2 %}{% break o %}{% endif %}{{ i }}\
      {{ j }} {% endfor %}{% endfor %}.
      """,
      "11 ."
    ),
    Rendered(
      """
      {% o: for i in 1...3 %}{% for j in 1...3 %}{% if j == 2 %}{% continue o %}{% endif %}\
      {{ i }}{{ j }} {% endfor %}x{% endfor %}.
      """,
      "11 21 31 ."
    ),
    Rendered(
      """
      {% for o: i in 1...3 %}{% for p: j in 1...3 %}{% if j == 2 %}{% break o %}{% endif %}{{ i }}\
      {{ j }} {% endfor %}{% endfor %}.
      """,
      "11 ."
    ),
    Rendered(
      "{% for i in 1...3 %}{{ i }}{% filter uppercase %}a{% break %}b{% endfilter %}{% endfor %}",
      "1A"
    ),
    Rendered("{% for i in 1...3 %}{% set x %}a{% continue %}b{% endset %}{% endfor %}.", "."),
    // `empty` is for no elements, not for `break`.
    Rendered("{% for i in 1...3 %}{% break %}{% empty %}e{% endfor %}.", "."),
    // The outer loop's variables are correct after `break` in an inner loop.
    Rendered(
      """
      {% for i in 1...2 %}{% for j in 1...2 %}{% break %}{% endfor %}{{ forloop.counter }}{{ i }}\
       {% endfor %}
      """,
      "11 22 "
    ),
  ]) func control(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: [
    // Loop variables and variables set in a loop end with the iteration.
    Rendered("{% for x in list %}{{ x }}{% endfor %}{{ x }}", "abcouter"),
    Rendered("{% for i in list %}{{ y }}{% set y i %}{% endfor %}{{ y }}", ""),
    Rendered("{% for i in list %}{% set x i %}{{ x }}{% endfor %}{{ x }}", "abcouter"),
    Rendered("{% for i in none %}{% empty %}{% set x 'e' %}{{ x }}{% endfor %}{{ x }}", "eouter"),
  ]) func scopes(_ row: Rendered) throws {
    try verify(row)
  }

  @Test func tooManyVariablesForTheValues() {
    #expect(
      problems("{% for a, b, c in l %}{% endfor %}", with: ["l": [[1, 2]]])
        == ["t:1:1: template-value: there are 3 loop variables for 2 values"]
    )
    #expect(
      problems("{% for a, b, c in l %}{% endfor %}", with: ["l": ["k": 1]])
        == ["t:1:1: template-value: there are 3 loop variables for 2 values"]
    )
  }

  @Test(arguments: ["'a'...3", "1...unknown", "1.5...2"]) func rangesNeedIntegers(range: String) {
    #expect(
      problems("{% for i in \(range) %}{% endfor %}").first?.contains("a range needs integers")
        == true
    )
  }
}
