import Testing

@testable import TemplateEngine

/// A typical template for classes of a model, with its white space.
@Suite struct ClassTemplateTests {
  private static let source = """
    {% macro accessors entity relationship %}
    {% set destination model.entities[relationship.destination].className|default:"Object" %}
    {% set name relationship.name|upperFirstLetter %}

    // MARK: Relationship {{ name }}

    extension {{ entity.className }} {
      {{ access }} func addTo{{ name }}(_ value: {{ destination }})
    }
    {% endmacro %}
    {% set access %}{% if param.publicAccess %}public{% else %}internal{% endif %}{% endset %}
    // swiftlint:disable all

    import CoreData
    {% for module in param.extraImports %}
    import {{ module }}
    {% empty %}
    {% if param.extraImports %}
    import {{ param.extraImports }}
    {% endif %}
    {% endfor %}

    {% for name, entity in model.entities %}
    // MARK: - {{ name }}

    {% set super model.entities[entity.superEntity].className|default:"Object" %}
    {{ access }} class {{ entity.className }}: {{ super }} {
      {% set override %}{% if entity.superEntity %}override {%+ endif %}{% endset %}
      {{ override }}{{ access }} class var entityName: String { "{{ name }}" }
      {% for attribute in entity.attributes where attribute.name != "hidden" %}
      {% if forloop.first %}

      {% endif %}
      {% set type %}{{ attribute.typeName }}{{ "?" if attribute.isOptional }}{% endset %}
      {{ access }} var {{ attribute.name | lowerFirstWord | escapeReservedKeywords }}: {{ type }}
      {% endfor %}
    }
    {% for relationship in entity.relationships where relationship.isToMany %}
    {% call accessors entity relationship %}
    {% endfor %}

    {% endfor %}
    // end
    """

  private static let model: TemplateValue = [
    "entities": [
      "Team": [
        "className": "Team", "superEntity": "",
        "attributes": [
          ["name": "Name", "typeName": "String", "isOptional": true],
          ["name": "URLString", "typeName": "String", "isOptional": false],
          ["name": "hidden", "typeName": "Int", "isOptional": false],
        ],
        "relationships": [
          ["name": "players", "destination": "Player", "isToMany": true],
          ["name": "others", "destination": "Nowhere", "isToMany": true],
          ["name": "owner", "destination": "Player", "isToMany": false],
        ],
      ],
      "Player": [
        "className": "TeamPlayer", "superEntity": "Team",
        "attributes": [["name": "default", "typeName": "Int16", "isOptional": false]],
        "relationships": [],
      ],
    ]
  ]

  private static let classes = """
    // MARK: - Player

    internal class TeamPlayer: Team {
      override internal class var entityName: String { "Player" }

      internal var `default`: Int16
    }

    // MARK: - Team

    internal class Team: Object {
      internal class var entityName: String { "Team" }

      internal var name: String?
      internal var urlString: String
    }

    // MARK: Relationship Players

    extension Team {
      internal func addToPlayers(_ value: TeamPlayer)
    }

    // MARK: Relationship Others

    extension Team {
      internal func addToOthers(_ value: Object)
    }

    // end
    """

  private func render(_ parameters: TemplateValue) throws -> String {
    let context: TemplateValue = ["model": Self.model]
    return try Template(source: Self.source, path: "t")
      .render(context.enriched(parameters: parameters))
  }

  @Test func classes() throws {
    let head = "// swiftlint:disable all\n\nimport CoreData\n\n"
    #expect(try render([:]) == head + Self.classes)
  }

  /// A parameter that is given once is a text, over which `for` does not iterate.
  @Test(
    arguments: [
      ("Foundation", "import Foundation\n"), (["A", "B"], "import A\nimport B\n"), ([], ""),
    ] as [(TemplateValue, String)]
  ) func imports(modules: TemplateValue, expected: String) throws {
    let head = "// swiftlint:disable all\n\nimport CoreData\n\(expected)\n"
    #expect(try render(["extraImports": modules]) == head + Self.classes)
  }

  @Test func parameters() throws {
    let text = try render(["publicAccess": true])
    #expect(text.contains("public class Team: Object {"))
    #expect(!text.contains("internal"))
  }

  @Test func oneTemplateRendersInManyTasksAtOnce() async throws {
    let template = try Template(source: Self.source, path: "t")
    let context: TemplateValue = ["model": Self.model]
    let expected = try template.render(context)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<32 { group.addTask { try template.render(context) } }
      for try await text in group { #expect(text == expected) }
    }
  }
}
