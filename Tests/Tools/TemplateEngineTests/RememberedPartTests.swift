import Testing

@testable import TemplateEngine

/// Parts of objects are cached in a table of fixed size, and read in place.
@Suite struct RememberedPartTests {
  /// An object that does not retain its successor.
  private final class Link: TemplateObject {
    let depth: Int

    init(depth: Int) {
      self.depth = depth
    }

    var keys: [String] { ["next", "depth", "name", "self"] }

    func value(forKey key: TemplateKey) -> TemplateValue? {
      switch key.text {
      case "next": .object(Link(depth: depth + 1))
      case "depth": .int(depth)
      case "name": .string("a link that is \(depth) steps from the first one")
      case "self": .object(self)
      default: nil
      }
    }
  }

  private func rendered(_ template: String, _ context: TemplateValue) throws -> String {
    try Template(
      source: template,
      path: "t",
      environment: TemplateEnvironment(trim: .nothing)
    ).render(context)
  }

  @Test func objectsThatOnlyAnAnswerKeepsStayAlive() throws {
    let links: TemplateValue = .array((0..<500).map { .object(Link(depth: $0 * 100)) })
    let steps = Array(repeating: "next", count: 40).joined(separator: ".")
    let template =
      "{% for round in 1...3 %}{% for l in links %}{{ l.\(steps).depth }},{% endfor %}"
      + "{{ links.7.\(steps).name }};{% endfor %}"
    let line =
      (0..<500).map { "\($0 * 100 + 40)," }.joined()
      + "a link that is 740 steps from the first one;"
    #expect(try rendered(template, ["links": links]) == line + line + line)
  }

  @Test func manyObjectsAndKeysDoNotMixUp() throws {
    let keys = (0..<60).map { "key\($0)" }
    let objects = (0..<120).map { object in
      TemplateValue.dictionary(keys.map { ($0, .string("\($0) of \(object)")) })
    }
    let template =
      "{% for round in 1...2 %}{% for o in objects %}"
      + keys.map { "{% if o.\($0) == \"\($0) of 60\" %}!{% endif %}{{ o.\($0) }}\n" }.joined()
      + "{% endfor %}{% endfor %}"
    let round = (0..<120).flatMap { object in
      keys.map { object == 60 ? "!\($0) of 60\n" : "\($0) of \(object)\n" }
    }.joined()
    #expect(try rendered(template, ["objects": .array(objects)]) == round + round)
  }

  @Test func anAnswerMayReplaceTheOneThatLedToIt() throws {
    let path = Array(repeating: "self", count: 25).joined(separator: ".")
    let template = "{% for i in 1...200 %}{{ first.\(path).next.\(path).depth }}{% endfor %}"
    let expected = String(repeating: "1", count: 200)
    #expect(try rendered(template, ["first": .object(Link(depth: 0))]) == expected)
  }

  @Test func variablesSetWhileOthersAreReadKeepTheirValues() throws {
    let names = (0..<200).map { "v\($0)" }
    let template =
      names.map { "{% set \($0) %}a text of more than fifteen bytes: \($0){% endset %}" }.joined()
      + "{% macro show a b %}{% set v0 b %}{{ a }}/{{ v0 }}{% endmacro %}"
      + "{% call show v199 v0 %} {{ v0 }} {% for v0 in list %}{{ v0 }}{{ v1 }}{% endfor %} {{ v0 }}"
    let text = "a text of more than fifteen bytes: "
    #expect(
      try rendered(template, ["list": ["x"]])
        == "\(text)v199/\(text)v0 \(text)v0 x\(text)v1 \(text)v0"
    )
  }
}
