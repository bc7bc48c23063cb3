import Testing

@testable import TemplateEngine

/// Templates that would never end, or exhaust memory, end in an error.
@Suite struct RunawayTests {
  private static func limits(
    bytes: Int = 100_000,
    steps: Int = 100_000,
    depth: Int = 128
  ) -> RenderLimits {
    var limits = RenderLimits()
    limits.outputBytes = bytes
    limits.steps = steps
    limits.depth = depth
    return limits
  }

  private static let loader = DictionaryLoader([
    "self": "a{% include 'self' %}", "a": "{% include 'b' %}", "b": "{% include 'a' %}",
    "ext": "{% extends 'ext' %}", "imp": "{% import 'imp' %}",
  ])

  @Test(arguments: [
    "{% macro m %}{% call m %}{% endmacro %}{% call m %}",
    "{% macro m f %}{% call f f %}{% endmacro %}{% call m m %}",
    "{% macro a %}{% call b %}{% endmacro %}{% macro b %}{% call a %}{% endmacro %}{% call a %}",
    "{% include 'self' %}", "{% include 'a' %}", "{% extends 'ext' %}", "{% import 'imp' %}",
    "{% macro m x %}{% call m x|default:'a'|uppercase %}{% call m x %}{% endmacro %}{% call m 1 %}",
    "{% block a %}{% include 'self' %}{% endblock %}",
  ]) func recursion(template: String) {
    let environment = TemplateEnvironment(loader: Self.loader)
    let found = problems(template, environment: environment)
    #expect(found.count == 1)
    #expect(found[0].contains("template-limit: more than 128 templates and macros"))
    #expect(found[0].split(separator: "\n").count <= 21)
  }

  @Test(arguments: [
    "{% for i in 1...9223372036854775807 %}{% endfor %}",
    "{% for i in 0...-9223372036854775807 %}{% endfor %}",
    "{% for i in 1...1000000000 %}{% for j in 1...1000000000 %}{% endfor %}{% endfor %}",
    "{% for i in 1...1000000000 where i < 0 %}{% endfor %}", "{{ 1...1000000000 }}",
    "{% set r 1...9223372036854775807 %}",
    "{% if 'x' in 1...1000000000|default:2 %}{% endif %}{{ 1...1000000000 }}",
    "{% map 1...1000000000 into r %}{% endmap %}",
    "{% for i in 1...500 %}{{ long.count }}{{ long.0 }}{% endfor %}",
    "{% for i in 1...500 %}{% set r long|replace:'a?b','c','regex' %}{% endfor %}",
    "{% for i in 1...500 %}{% if long|contains:'b' or 'b' in long %}{% endif %}{% endfor %}",
  ]) func loops(template: String) {
    let environment = TemplateEnvironment(limits: Self.limits())
    let long = String(repeating: "a", count: 20_000)
    let found = problems(template, with: ["long": .string(long)], environment: environment)
    #expect(found.count == 1)
    #expect(found[0].contains("rendering takes more than 100000 steps"))
  }

  @Test(arguments: [
    "{% for i in 1...10000 %}0123456789abcdef{% endfor %}",
    "{{ 'x'|indent:1000000000,'ab',true }}", "{{ 'x'|indent:9223372036854775807,'ab',true }}",
    """
    {% macro m t %}{% set d %}{{ t }}{{ t }}{% endset %}{% call m d %}{% endmacro %}\
    {% call m 'xxxxxxxx' %}
    """,
    "{% macro m t %}{% call m t|replace:'x','xxxx' %}{% endmacro %}{% call m 'xxxxxxxx' %}",
    "{% macro m t %}{% call m t|replace:'x','xxxx','regex' %}{% endmacro %}{% call m 'xxxxxxxx' %}",
    """
    {% macro m t %}{% set l t|split:'' %}{% call m big|join:t %}{% endmacro %}\
    {% call m 'xxxxxxxx' %}
    """,
    "{{ nested }}",
  ]) func output(template: String) {
    // Eight levels of eight elements are far more text than the limit.
    var nested: TemplateValue = "x"
    for _ in 0..<8 { nested = .array(Array(repeating: nested, count: 8)) }
    let environment = TemplateEnvironment(limits: Self.limits())
    let found = problems(
      template,
      with: ["nested": nested, "big": .array(Array(repeating: "x", count: 9))],
      environment: environment
    )
    #expect(found.count == 1)
    #expect(found[0].contains("template-limit"))
    #expect(found[0].contains("grows beyond 100000 bytes"))
  }

  @Test(arguments: [
    (String(repeating: "{% if a %}", count: 5_000), "tags are nested too deeply"),
    ("{{ " + String(repeating: "(", count: 5_000) + " }}", "the expression is nested too deeply"),
    ("{{ " + String(repeating: "a[", count: 5_000) + " }}", "the expression is nested too deeply"),
    (
      "{{ " + String(repeating: "not ", count: 5_000) + "a }}",
      "the expression is nested too deeply"
    ),
    (
      "{{ a" + String(repeating: "|default", count: 5_000) + " }}",
      "the expression is nested too deeply"
    ),
    (
      "{{ a" + String(repeating: " == a", count: 5_000) + " }}",
      "the expression is nested too deeply"
    ),
    (
      "{{ a" + String(repeating: " if a else a", count: 5_000) + " }}",
      "the expression is nested too deeply"
    ),
  ]) func nesting(template: String, expected: String) {
    #expect(problems(template).contains { $0.contains("template-limit: \(expected)") })
  }

  @Test func nestingWithinMacros() {
    // Neither exceeds the limit alone.
    let ifs = String(repeating: "{% if true %}", count: 60)
    let ends = String(repeating: "{% endif %}", count: 60)
    let found = problems("{% macro m %}\(ifs){% call m %}\(ends){% endmacro %}{% call m %}")
    #expect(found.count == 1)
    #expect(found[0].contains("templates, macros and tags are nested too deeply"))
  }

  @Test func theDefaultsAreLimits() {
    #expect(RenderLimits().steps < 1_000_000_000)
    #expect(RenderLimits().outputBytes <= 1 << 30)
    #expect(RenderLimits().depth <= 256)
  }

  @Test func theLoopThatRanAwayIsNamed() {
    let environment = TemplateEnvironment(limits: Self.limits())
    let loader = TemplateEnvironment(
      loader: DictionaryLoader(["inner": "\n{% for i in 1...9999999 %}x{% endfor %}"]),
      limits: Self.limits(bytes: 100)
    )
    let hint = "(is there a loop over too many elements, or a macro that calls itself?)"
    #expect(
      problems("a\n  {% for i in 1...9999999 %}{% endfor %}", environment: environment)
        == ["t:2:3: template-limit: rendering takes more than 100000 steps \(hint)"]
    )
    #expect(
      problems("a {{ 1...9999999 }}", environment: environment)
        == ["t:1:7: template-limit: rendering takes more than 100000 steps \(hint)"]
    )
    #expect(
      problems("{% for i in 1...3 %}{% include 'inner' %}{% endfor %}", environment: loader) == [
        "inner:2:1: template-limit: the output grows beyond 100 bytes\n"
          + "  t:1:21: in template 'inner'"
      ]
    )
  }

  /// Without a loop to blame, the position is that of the tag, the output or the text being rendered.
  @Test(arguments: [
    ("{{ long }}", "t:1:1"), ("a\n {{ long }}", "t:2:2"),
    ("a{% if long %}\n{{ long }}{% endif %}", "t:2:1"),
    ("{% set a %}{{ half }}{{ half }}{{ half }}{% endset %}", "t:1:32"),
    ("{{ half }}{{ half }} 12345678901234567890", "t:1:21"),
    ("{% filter uppercase %}{{ half }}{% endfilter %}{{ half }}{{ half }}", "t:1:48"),
    ("{{ half }}\n{% include 'text' %}", "text:1:1\n  t:2:1: in template 'text'"),
    (
      "{% macro m %}\n{{ half }} {{ half }}{% endmacro %}{% call m %}{% call m %}",
      "t:2:1\n  t:2:48: in macro 'm'"
    ),
    ("{% block b %}{{ half }}{{ half }}{{ half }}{% endblock %}", "t:1:34"),
    ("{% extends 'base' %}{% block b %}\n{{ long }}{% endblock %}", "t:2:1"),
  ]) func placesOfRunawayOutput(template: String, expected: String) throws {
    let environment = TemplateEnvironment(
      loader: DictionaryLoader([
        "text": String(repeating: "x", count: 60), "base": "{% block b %}{% endblock %}",
      ]),
      limits: Self.limits(bytes: 100)
    )
    let context: TemplateValue = [
      "long": .string(String(repeating: "a", count: 101)),
      "half": .string(String(repeating: "a", count: 49)),
    ]
    let found = problems(template, with: context, environment: environment)
    try #require(found.count == 1)
    let lines = found[0].split(separator: "\n", maxSplits: 1)
    let place = lines[0].prefix { $0 != " " }.dropLast()
    let rest = lines.count > 1 ? "\n\(lines[1])" : ""
    #expect(found[0].contains("the output grows beyond 100 bytes"))
    #expect("\(place)\(rest)".hasPrefix(expected))
  }

  @Test func placesOfExhaustedSteps() {
    let environment = TemplateEnvironment(limits: Self.limits(steps: 10))
    let uses = String(repeating: "{{ a }}", count: 10)
    #expect(problems(uses, environment: environment)[0].hasPrefix("t:1:36: template-limit"))
    let list = Array(repeating: "a or", count: 20).joined(separator: " ") + " a"
    #expect(
      problems("\n{% if \(list) %}{% endif %}", environment: environment)[0]
        .hasPrefix("t:2:1: template-limit")
    )
  }

  /// The size of a filter's result is computed beforehand, and an oversized result is not created.
  @Test(arguments: [
    ("{{ 'a'|indent:9223372036854775807 }}", "rendered: a"),
    ("{{ 'a'|indent:9223372036854775807,'long unit' }}", "rendered: a"),
    ("{{ 'a'|indent:400000000 }}", "rendered: a"),
    ("{{ 'a'|indent:9223372036854775807,'',true }}", "rendered: a"),
    ("{{ 'a'|indent:9223372036854775807,'ab',true }}", "the text grows beyond 536870912 bytes"),
    ("{% filter indent:536870912 %}a\nb{% endfilter %}", "the text grows beyond 536870912 bytes"),
    (
      "{{ 'xxxxxxxxxx'" + String(repeating: "|replace:'x',ten", count: 9) + " }}",
      "the text grows beyond 1000000 bytes"
    ),
    (
      "{{ 'xxxxxxxxxx'" + String(repeating: "|replace:'x',ten", count: 5) + "|split:'x' }}",
      "rendering takes more than 2000000 steps"
    ),
  ]) func sizesAreKnownBeforehand(template: String, expected: String) {
    var limits = RenderLimits()
    if template.contains("ten") {
      limits.outputBytes = 1_000_000
      limits.steps = 2_000_000
    }
    let environment = TemplateEnvironment(limits: limits)
    let found = problems(template, with: ["ten": "xxxxxxxxxx"], environment: environment)
    #expect(found.count == 1)
    #expect(found[0].contains(expected))
  }

  /// Work is linear in the context; steps are counted, since time varies on a busy machine.
  @Test func workIsLinear() throws {
    let template = try Template(
      source: """
        {% macro declare p %}
          var {{ p.name|lowerFirstWord|escapeReservedKeywords }}: {{ p.type }}{{ "?" if p.optional }}
        {% endmacro %}
        {% for key, entity in model.entities %}
        {% set parent model.entities[entity.parent].name|default:"Object" %}
        class {{ entity.name }}: {{ parent }} {
          {% for property in entity.properties where property.name != "skip" %}
          {% call declare property %}
          {% endfor %}
        }
        {% endfor %}
        """,
      path: "t"
    )
    func steps(_ count: Int) throws -> Int {
      let entities = (0..<count).map { index in
        (
          "Entity\(index)",
          TemplateValue.dictionary([
            "name": .string("Entity\(index)"), "parent": "Entity0",
            "properties": .array(
              (0..<5).map {
                ["name": .string("property\($0)"), "type": "Int", "optional": .bool($0 == 1)]
              }
            ),
          ])
        )
      }
      return try template.rendering(["model": ["entities": .dictionary(entities)]]).stepsTaken
    }
    let small = try steps(10) - steps(0)
    #expect(small > 500)
    #expect(try steps(1_000) - steps(0) == small * 100)
  }
}
