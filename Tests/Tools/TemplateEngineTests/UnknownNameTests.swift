import Diagnostics
import Testing

@testable import TemplateEngine

/// Names that templates read although neither the context has them nor any template sets them.
struct UnknownNameTests {
  private static let context: TemplateValue = [
    "models": [["name": "M"]], "param": [:], "object": ["x": 1],
  ]

  private static let templates = [
    "sets": "{% set fromImport 1 %}{% macro m a %}{{ a }}{% endmacro %}",
    "part": "{{ x }}{{ y }}{{ setOutside }}",
    "child": "{% extends 'base' %}{% block b %}{{ inChild }}{% endblock %}",
    "base": "{% block b %}{% endblock %}{{ inBase }}",
  ]

  private static func names(_ source: String) throws -> [String] {
    let unknown = UnknownNames()
    let environment = TemplateEnvironment(
      loader: DictionaryLoader(templates),
      unknownNames: unknown
    )
    let template = try Template(source: source, path: "t", environment: environment)
    _ = try? template.render(context)
    return unknown.all.map { "\($0.place) \($0.name)" }
  }

  @Test(arguments: [
    ("{{ entities }}", ["t:1:4 entities"]),
    ("{% for e in entities %}{{ e }}{% endfor %}", ["t:1:13 entities"]),
    ("{% if entities %}x{% endif %}", ["t:1:7 entities"]),
    ("{{ models[index].name|default:'x' }}", ["t:1:11 index"]),
    ("\n {{ entities.count }}{{ entities.first }}", ["t:2:5 entities"]),
    ("{{ a if b else c }}", ["t:1:9 b", "t:1:16 c"]),
    ("{{ a|join:',' }}", ["t:1:4 a"]),
    ("{{ 'x'|default:other }}", ["t:1:16 other"]),
    ("{% include 'base' %}", ["base:1:31 inBase"]),
    ("{% include 'child' %}", ["base:1:31 inBase", "child:1:37 inChild"]),
    // A rendering that fails because of it reports it too.
    ("{{ a|upperFirstLetter }}", ["t:1:4 a"]),
  ])
  func reported(template: String, names: [String]) throws {
    #expect(try Self.names(template) == names)
  }

  @Test(arguments: [
    "{{ models }}{{ param.nothing }}{{ object.nothing.more }}",
    "{{ entities|default:'none' }}{% for e in entities|default:models %}{% endfor %}",
    "{% set a 1 %}{{ a }}{% set b %}x{% endset %}{{ b }}",
    // Set somewhere; whether it is set in time depends on the template.
    "{{ later }}{% set later 1 %}{% if later %}{% set inner 1 %}{% endif %}{{ inner }}",
    "{% for a, b in object %}{{ a }}{{ b }}{{ forloop.counter }}{% endfor %}{{ a }}{{ forloop.last }}",
    "{% for l: x in models %}{{ l.counter }}{% endfor %}",
    "{% macro m p %}{{ p }}{% endmacro %}{% call m 1 %}{% call m %}",
    "{% map models into r using item %}{{ item.name }}{{ maploop.counter }}{% endmap %}{{ r }}",
    "{{ fromImport }}{% import 'sets' %}{{ fromImport }}",
    // An included object provides its parts, and its template may read others.
    "{% set setOutside 1 %}{% include 'part' object %}",
  ])
  func notReported(template: String) throws {
    #expect(try Self.names(template) == [])
  }

  @Test func theContextIsReportedWithIt() throws {
    let unknown = UnknownNames()
    let environment = TemplateEnvironment(unknownNames: unknown)
    for _ in 0..<3 {
      _ = try Template(source: "{{ nme }}", path: "t", environment: environment).render(
        Self.context
      )
    }
    #expect(unknown.all.map(\.known) == [["models", "param", "object"]])
  }
}
