import Testing

@testable import TemplateEngine

/// Searches in arrays with the operator `in`.
struct SearchTests {
  private static let names: [TemplateValue] = (0..<40).map { .string("name\($0)") }

  private func template(_ source: String) throws -> Template {
    try Template(source: source, path: "t", environment: TemplateEnvironment(trim: .nothing))
  }

  /// Repeated searches in a long array have the results of the first one.
  @Test(arguments: [
    ("'name7'", true), ("'name40'", false), ("'7'", false), ("7", true), ("7.0", true),
    ("8", false),
    ("true", true), ("false", false), ("missing", true), ("2.5", true), ("object", false),
  ])
  func searchesAreRepeatable(value: String, isThere: Bool) throws {
    let mixed = Self.names + [7, true, .null, 2.5, ["name50"], ["a": "name60"]]
    let text = try template(
      "{% for i in 1...4 %}{% if \(value) in list %}y{% else %}n{% endif %}{% endfor %}"
    )
    .render(["list": .array(mixed), "object": ["a": 1]])
    #expect(text == String(repeating: isThere ? "y" : "n", count: 4))
  }

  /// Arrays are not mixed up, however many there are and whatever they share.
  @Test func arraysAreNotMixedUp() throws {
    let lists = (0..<100).map { number in
      TemplateValue.array((0..<20).map { .string("\(number)-\($0)") })
    }
    let text = try template(
      "{% for round in 1...3 %}{% for list in lists %}{{ 'a' if '7-3' in list }}"
        + "{{ 'b' if '99-0' in list }}{% endfor %};{% endfor %}"
    )
    .render(["lists": .array(lists)])
    #expect(text == "ab;ab;ab;")
  }

  /// An array that is a result of its own for each element may get the address of the one before.
  @Test func temporaryArraysAreNotMixedUp() throws {
    let texts = (0..<200).map { number in
      TemplateValue.string((0..<20).map { "\(number).\($0)" }.joined(separator: ","))
    }
    let text = try template(
      "{% for text in texts %}{% set parts text|split:',' %}{{ forloop.counter if '150.3' in parts }}"
        + "{% endfor %}"
    )
    .render(["texts": .array(texts)])
    #expect(text == "151")
  }

  /// A search for each element is linear in their number; steps are counted, since time varies on a busy machine.
  @Test func searchesForAllElementsAreLinear() throws {
    let template = try template(
      "{% for name in names %}{% if name in names %}{{ name }}{% endif %}"
        + "{% for part in parts %}{% if 'x' in part %}{% endif %}{% endfor %}{% endfor %}"
    )
    func steps(_ count: Int) throws -> Int {
      let names = (0..<count).map { TemplateValue.string("name\($0)") }
      // Short arrays that are searched between two searches in the long one.
      let parts = (0..<40).map { part in
        TemplateValue.array((0..<16).map { .string("\(part) \($0)") })
      }
      return try template.rendering(["names": .array(names), "parts": .array(parts)]).stepsTaken
    }
    let small = try steps(100)
    #expect(try steps(3_000) < small * 31)
  }
}
