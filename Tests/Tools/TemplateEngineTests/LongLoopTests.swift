import Diagnostics
import Testing

@testable import TemplateEngine

/// Loops over many elements, whose parts are rendered on several threads: with the same results as one after the other.
@Suite struct LongLoopTests {
  private static let numbers = (1...3_000).map(String.init)

  @Test(arguments: [
    Rendered("{% for n in 1...3000 %}{{ n }},{% endfor %}", numbers.map { "\($0)," }.joined()),
    Rendered(
      "{% for n in 1...3000 %}{% if n == 2000 %}{% break %}{% endif %}{{ n }},{% endfor %}end",
      numbers[..<1_999].map { "\($0)," }.joined() + "end"
    ),
    Rendered(
      "{% for n in 1...3000 %}{% if n > 2 %}{% continue %}{% endif %}{{ n }},{% endfor %}",
      "1,2,"
    ),
    Rendered(
      "{% outer: for a in 1...3 %}{% for n in 1...500 %}"
        + "{% if n == 400 %}{% continue outer %}{% endif %}{% if n > 398 %}{{ a }}{{ n }},{% endif %}"
        + "{% endfor %}{% endfor %}",
      "1399,2399,3399,"
    ),
    Rendered(
      "{% outer: for a in 1...3 %}{% for n in 1...500 %}{% if n == 400 %}{% break outer %}{% endif %}"
        + "{% endfor %}{{ a }}{% endfor %}end",
      "end"
    ),
    Rendered(
      "{% set x 'a' %}{% for n in 1...200 %}{{ x }}{% set x 'b' %}{{ x }}{% endfor %}{{ x }}",
      String(repeating: "ab", count: 200) + "a"
    ),
    Rendered(
      "{% for n in 5...204 %}{% if forloop.first %}F{% endif %}{{ forloop.counter }}"
        + "{% if forloop.last %}L{{ forloop.length }}{% endif %},{% endfor %}",
      "F" + numbers[..<199].map { "\($0)," }.joined() + "200L200,"
    ),
    Rendered(
      "{% set text %}{% for n in 1...200 %}{% set y %}x{% endset %}{{ y }}{% endfor %}{% endset %}"
        + "{{ text.count }}{{ text.last }}",
      "200x"
    ),
    Rendered(
      "{% macro m v %}<{{ v }}>{% endmacro %}{% for n in 1...200 %}{% call m n %}{% endfor %}",
      numbers[..<200].map { "<\($0)>" }.joined()
    ),
    // The first text of a block is that of later uses of its name.
    Rendered(
      "{% for n in 1...200 %}{% block b %}{{ n }}{% endblock %},{% endfor %}{{ block.b }}",
      numbers[..<200].map { "\($0)," }.joined() + "1"
    ),
    Rendered(
      "{% for a, b in pairs %}{{ a }}{{ b }}{% endfor %}",
      String(repeating: "xy", count: 100),
      with: ["pairs": .array(Array(repeating: ["x", "y"], count: 100))]
    ),
  ])
  func textsAreTheSame(row: Rendered) throws { try row.verify() }

  @Test func theFirstFailureIsReportedWithItsPlaceAndStack() {
    let found = problems(
      "{% macro m v %}{% if v > 2000 %}{{ v|join:1,2,3 }}{% call none %}{% endif %}{% endmacro %}\n"
        + "{% for n in 1...3000 %}\n{% if n == 2500 %}{% call absent n %}{% endif %}{% call m n %}\n{% endfor %}"
    )
    let short = problems(
      "{% macro m v %}{% if v > 2000 %}{{ v|join:1,2,3 }}{% call none %}{% endif %}{% endmacro %}\n"
        + "{% for n in 2001...2001 %}\n{% if n == 2500 %}{% call absent n %}{% endif %}{% call m n %}\n{% endfor %}"
    )
    #expect(found.count == 1)
    #expect(found == short)
    #expect(!found[0].hasPrefix("rendered"))
  }

  @Test func limitsCountAllParts() {
    var limits = RenderLimits()
    limits.steps = 20_000
    let environment = TemplateEnvironment(limits: limits)
    let loop = "{% for n in 1...3000 %}{{ n }}{{ n }}{{ n }}{{ n }}{% endfor %}"
    #expect(problems(loop, environment: environment).first?.contains("20000 steps") == true)

    limits.steps = 1_000_000
    limits.outputBytes = 10_000
    let narrow = TemplateEnvironment(limits: limits)
    #expect(problems(loop, environment: narrow).first?.contains("beyond 10000 bytes") == true)
    // Removed bytes count too.
    let captured = "{% for n in 1...3000 %}{% set x %}12345{% endset %}{% endfor %}"
    #expect(problems(captured, environment: narrow).first?.contains("beyond 10000 bytes") == true)
    let fits = "{% for n in 1...1000 %}{% set x %}1234{% endset %}{{ n }}{% endfor %}"
    #expect(problems(fits, environment: narrow).first?.hasPrefix("rendered") == true)
  }

  @Test func unknownNamesHaveTheirFirstPlace() throws {
    let unknown = UnknownNames()
    let template = try Template(
      source:
        "{% for n in 1...3000 %}\n{% if n > 1 %}{{ absent }}{% endif %}\n{{ absent }}{{ late }}\n{% endfor %}",
      path: "t",
      environment: TemplateEnvironment(unknownNames: unknown)
    )
    _ = try template.render()
    #expect(unknown.all.map(\.name) == ["absent", "late"])
    #expect(unknown.all.map(\.place.line) == [3, 3])
  }

  /// Loops of any length are cut into a few parts.
  @Test func longRangesNeedNoMemory() {
    var limits = RenderLimits()
    limits.steps = 200_000_000
    let found = problems(
      "{% for n in 1...100000000 %}{% if n > 3 %}{% break %}{% endif %}{{ n }}{% endfor %}",
      environment: TemplateEnvironment(limits: limits)
    )
    #expect(found == ["rendered: 123"])
  }
}
