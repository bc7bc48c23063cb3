import Testing

@testable import TemplateEngine

@Suite struct TagTests {
  private static let context: TemplateValue = [
    "yes": true, "no": false, "name": "Kyle", "list": ["a", "b"], "object": ["a": ["b": [1, 2]]],
    "n": 2, "none": [],
  ]

  private func verify(_ row: Rendered, with environment: TemplateEnvironment? = nil) throws {
    var row = row
    row.context = Self.context
    try row.verify(with: environment ?? TemplateEnvironment(trim: .nothing))
  }

  @Test(arguments: [
    Rendered("{% if yes %}a{% endif %}", "a"), Rendered("{% if no %}a{% endif %}", ""),
    Rendered("{% if no %}a{% else %}b{% endif %}", "b"),
    Rendered("{% if no %}a{% elif yes %}b{% else %}c{% endif %}", "b"),
    Rendered("{% if no %}a{% elif no %}b{% elif n == 2 %}c{% else %}d{% endif %}", "c"),
    Rendered("{% if no %}a{% elif no %}b{% endif %}", ""),
    Rendered("{% if yes %}{% if no %}a{% else %}b{% endif %}{% else %}c{% endif %}", "b"),
    Rendered("{% ifnot no %}a{% else %}b{% endif %}", "a"),
    Rendered("{% ifnot yes %}a{% else %}b{% endif %}", "b"),
    Rendered("{% if yes %}{% set x 1 %}{{ x }}{% endif %}{{ x }}", "1"),
    Rendered("{%if yes%}a{%else%}b{%endif%}", "a"),
    Rendered("{% if\n  yes\n  and n == 2\n%}a{% endif %}", "a"),
    Rendered("{% if yes %}a{% endif yes %}", "a"),
  ]) func conditions(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: [
    Rendered("{% set x %}a{{ name }}b{% endset %}{{ x }}", "aKyleb"),
    Rendered("{% set x name|uppercase %}{{ x }}", "KYLE"),
    Rendered("{% set x object.a %}{{ x.b.1 }}", "2"),
    Rendered("{% set x list %}{% for i in x %}{{ i }}.{% endfor %}", "a.b."),
    Rendered(
      "{% set x %}{{ list }}{% endset %}{% for i in x %}{{ i }}{% empty %}{{ x }}{% endfor %}",
      #"["a", "b"]"#
    ),
    Rendered("{% set x 1 %}{% set x 2 %}{{ x }}", "2"),
    Rendered("{% set name 'new' %}{{ name }}", "new"),
    Rendered("{% set x n == 2 %}{{ x }}", "true"),
    Rendered("{% set x 'a' if no else 'b' %}{{ x }}", "b"),
    Rendered("{% set name unknown %}[{{ name }}]", "[]"),
    Rendered("{% set x %}{% set y %}in{% endset %}{{ y }}{% endset %}{{ x }}{{ y }}", "inin"),
    Rendered("{% set x %}{% endset %}[{{ x|default:'d' }}]", "[]"),
    Rendered("{% set x 1...3 %}{{ x.count }}", "3"),
  ]) func variables(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: [
    Rendered("{% macro m %}hi{% endmacro %}{% call m %}{% call m %}", "hihi"),
    Rendered("{% macro m a b %}{{ a }}-{{ b }}{% endmacro %}{% call m 'x' 2 %}", "x-2"),
    Rendered("{% macro m a %}{{ a }}{% endmacro %}{% call m name|uppercase %}", "KYLE"),
    Rendered(
      "{% macro m a b %}{{ a }}{{ b }}{% endmacro %}{% call m name | lowercase object.a.b.0 %}",
      "kyle1"
    ),
    Rendered("{% macro m a %}{{ a.b.1 }}{% endmacro %}{% call m object['a'] %}", "2"),
    // Too many or too few arguments
    Rendered("{% macro m a b %}{{ a }}[{{ b }}]{% endmacro %}{% call m 1 %}", "1[]"),
    Rendered("{% macro m a %}{{ a }}{% endmacro %}{% call m 1 2 3 %}", "1"),
    // Rendered where it is called, in its own scope
    Rendered(
      """
      {% macro m %}{{ x }}{% set x 'in' %}{{ x }}{% endmacro %}{% set x 'out' %}{% call m %}{{ x }}
      """,
      "outinout"
    ),
    Rendered("{% macro m name %}{{ name }}{% endmacro %}{% call m 'p' %}{{ name }}", "pKyle"),
    // Nested, and recursive
    Rendered(
      "{% macro a %}A{% endmacro %}{% macro b %}{% call a %}B{% endmacro %}{% call b %}",
      "AB"
    ),
    Rendered(
      """
      {% macro down o %}{% for k, v in o %}{{ k }}{% call down v %}{% endfor %}{% endmacro %}\
      {% call down object %}
      """,
      "ab12"
    ),
    Rendered(
      "{% macro m f %}<{% call f %}>{% endmacro %}{% macro g %}g{% endmacro %}{% call m g %}",
      "<g>"
    ),
    Rendered("{% macro m %}1{% endmacro %}{% macro m %}2{% endmacro %}{% call m %}", "2"),
    Rendered("{% if yes %}{% macro m %}x{% endmacro %}{% call m %}{% endif %}", "x"),
    Rendered("[{% macro m %}x{% endmacro %}{{ m }}]", "[]"),
    Rendered(
      """
      {% for i in list %}{% macro m %}{{ i }}{{ forloop.counter }}{% endmacro %}{% call m %}\
      {% endfor %}
      """,
      "a1b2"
    ),
  ]) func macros(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: [
    Rendered(
      "{% map list into r %}{{ maploop.item|uppercase }}{% endmap %}{{ r|join:',' }}",
      "A,B"
    ),
    Rendered(
      "{% map list into r using i %}{{ i }}{{ i|uppercase }}{% endmap %}{{ r }}",
      #"["aA", "bB"]"#
    ),
    Rendered(
      "{% map list into r using i %}{{ maploop.counter }} - {{ i }}{% endmap %}{{ r|join:';' }}",
      "0 - a;1 - b"
    ),
    Rendered(
      "{% map list into r %}{{ maploop.first }}{{ maploop.last }}{% endmap %}{{ r|join:' ' }}",
      "truefalse falsetrue"
    ),
    Rendered("[{% map list into r %}x{% endmap %}]", "[]"),
    Rendered("{% map none into r %}x{% endmap %}{{ r }}", "[]"),
    Rendered("{% map unknown into r %}x{% endmap %}{{ r|join }}", ""),
    Rendered("{% map list into r using i %}{% set x i %}{% endmap %}{{ x }}{{ i }}", ""),
    Rendered(
      "{% map name|split:'y' into r %}{{ maploop.item }}{% endmap %}{{ r|join:'-' }}",
      "K-le"
    ),
    Rendered("{% map 1...3 into r using i %}{{ i }}{% endmap %}{{ r|join:'+' }}", "1+2+3"),
  ]) func maps(_ row: Rendered) throws {
    try verify(row)
  }

  @Test(arguments: [
    Rendered("{% filter uppercase %}a{{ name }}{% endfilter %}", "AKYLE"),
    Rendered("{% filter lowercase|capitalize %}HELLO WORLD{% endfilter %}", "Hello World"),
    Rendered("{% filter indent:2 %}a\nb{% endfilter %}", "a\n  b"),
    Rendered("{% filter replace:'a','b' | uppercase %}aa{% endfilter %}", "BB"),
    Rendered("{% filter split:',' %}a,b{% endfilter %}", #"["a", "b"]"#),
    Rendered(
      "{% filter uppercase %}{% filter indent %}a\nb{% endfilter %}{% endfilter %}",
      "A\n    B"
    ),
  ]) func filterBlocks(_ row: Rendered) throws {
    try verify(row)
  }

  private static let loader = DictionaryLoader([
    "greet": "Hi {{ name }}{{ b }}!", "sets": "{% set x 'set' %}{{ x }}",
    "lib": "noise {% macro m a %}<{{ a }}>{% endmacro %}{% set x 'set' %}",
    "nested": "[{% include 'greet' %}]",
    "loop": "{{ forloop.counter }}",
  ])

  @Test(arguments: [
    Rendered("{% include 'greet' %}", "Hi Kyle!"),
    Rendered("{% include \"nested\" %}", "[Hi Kyle!]"),
    Rendered("{% set t 'greet' %}{% include t %}", "Hi Kyle!"),
    // The parts of the second argument are visible in addition.
    Rendered("{% include 'greet' object.a %}", "Hi Kyle[1, 2]!"),
    Rendered("{% include 'greet' unknown %}", "Hi Kyle!"),
    Rendered("{% set name 'Ann' %}{% include 'greet' %}", "Hi Ann!"),
    // Its variables do not remain.
    Rendered("{% include 'sets' %}{{ x }}", "set"),
    Rendered("{% for i in list %}{% include 'loop' %}{% endfor %}", "12"),
    // `import` is the opposite.
    Rendered("{% import 'lib' %}{% call m x %}", "<set>"),
    Rendered("{% import 'sets' %}-{{ x }}", "-set"),
    Rendered("{% if yes %}{% import 'sets' %}{{ x }}{% endif %}{{ x }}", "set"),
  ]) func otherTemplates(_ row: Rendered) throws {
    try verify(row, with: TemplateEnvironment(loader: Self.loader, trim: .nothing))
  }

  @Test(arguments: [
    ("{% now %}", "2/29/2024 at 1:05 PM"), ("{% now 'yyyy-MM-dd' %}", "2024-02-29"),
    (
      "{% now \"EEEE, d. MMMM yy 'o''clock' HH:mm:ss Z\" %}",
      "Thursday, 29. February 24 o'clock 13:05:09 +0000"
    ),
    ("{% now 'EEE MMM' %}", "Thu Feb"),
  ]) func now(template: String, expected: String) throws {
    let environment = TemplateEnvironment(time: 1_709_211_909)
    try Rendered(template, expected).verify(with: environment)
  }

  @Test(arguments: [
    (0, "1970-01-01 00:00:00 Thu"), (-1, "1969-12-31 23:59:59 Wed"),
    (951_782_400, "2000-02-29 00:00:00 Tue"), (4_107_542_399, "2100-02-28 23:59:59 Sun"),
    (4_107_542_400, "2100-03-01 00:00:00 Mon"), (-62_135_596_800, "0001-01-01 00:00:00 Mon"),
  ]) func calendar(seconds: Int, expected: String) {
    let time = CalendarTime(secondsSince1970: seconds)
    #expect(time.formatted("yyyy-MM-dd HH:mm:ss EEE") == expected)
    #expect(CalendarTime(secondsSince1970: .max).formatted("yyyy").isEmpty == false)
    #expect(CalendarTime(secondsSince1970: .min).formatted("yyyy").isEmpty == false)
  }

  @Test func nowNeedsATime() {
    #expect(
      problems("a {% now %}") == [
        "t:1:3: template-value: 'now' has no time "
          + "(the output must not change from run to run; set SOURCE_DATE_EPOCH)"
      ]
    )
  }
}
