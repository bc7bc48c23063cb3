import ManagedModel
import ModelShorthand
import Testing

@testable import SQLSchema

/// Tests of the names of tables, columns and constraints, and of how they change with the model.
@Suite struct PostgreSQLNamingTests {
  private func columns(
    _ naming: PostgreSQLNaming = .snakeCase,
    _ properties: Property...
  ) -> [String] {
    let model = ResolvedModel(
      Model(entities: [Entity(name: "Team", properties: properties), Entity(name: "Player")])
    )
    return PostgreSQLSchema(model, options: .init(naming: naming)).mapping.tables[1].columns.map(
      \.name
    )
  }

  @Test func namingOptions() {
    let properties: [Property] = [attribute("uniformColor"), toOne("captain", "Player")]
    #expect(
      columns(.snakeCase, properties[0], properties[1])
        == ["object_id", "object_version", "uniform_color", "captain_id"]
    )
    #expect(
      columns(.model, properties[0], properties[1])
        == ["objectID", "objectVersion", "uniformColor", "captainID"]
    )
  }

  @Test func collisions() {
    #expect(
      columns(.snakeCase, attribute("name"), attribute("Name"))
        == ["object_id", "object_version", "team_name", "name"]
    )
    #expect(
      columns(.snakeCase, attribute("fooBar"), attribute("foo_bar"))
        == ["object_id", "object_version", "team_foo_bar", "foo_bar"]
    )
    #expect(
      columns(.snakeCase, attribute("captainID"), toOne("captain", "Player"))
        == ["object_id", "object_version", "captain_id", "team_captain_id"]
    )
    #expect(
      columns(.snakeCase, attribute("objectID"), attribute("xmin"))
        == ["object_id", "object_version", "team_object_id", "team_xmin"]
    )
    #expect(
      columns(.model, attribute("name"), attribute("Name"))
        == ["objectID", "objectVersion", "Name", "name"]
    )
  }

  @Test func tablesDoNotMeet() {
    let schema = PostgreSQLSchema(
      model(
        entity("Team", toMany("fans", "Fan", inverse: "teams")),
        entity("Fan", toMany("teams", "Team", inverse: "fans")),
        entity("team_fans"),
        entity("FanTeams"),
        entity("fan_teams"),
        entity("pg_class"),
        entity("coredata_entity")
      )
    )
    let names = schema.mapping.tables.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(
      names.contains("fan_teams") && names.contains("team_fans") && names.contains("_pg_class")
    )
    #expect(!names.contains("coredata_entity") && !names.contains("pg_class"))
  }

  private let league = [
    Entity(name: "Country", properties: [attribute("code")]),
    Entity(
      name: "Player",
      properties: [
        attribute("lastName"), attribute("age", .integer16),
        toOne("team", "Team", inverse: "players"),
      ]
    ),
    Entity(
      name: "Team",
      properties: [attribute("name"), toMany("players", "Player", inverse: "team")]
    ),
  ]

  /// The lines that are in only one of two schemas.
  private func changes(_ change: (inout [Entity]) -> Void) -> [String] {
    var changed = league
    change(&changed)
    let before = PostgreSQLSchema(ResolvedModel(Model(entities: league))).script
    let after = PostgreSQLSchema(ResolvedModel(Model(entities: changed))).script
    return after.split(separator: "\n").map(String.init)
      .difference(from: before.split(separator: "\n").map(String.init))
      .insertions.map { change in
        guard case .insert(_, let line, _) = change else { return "" }
        return line.trimmingPrefix(while: { $0 == " " }).description
      }
  }

  @Test func renamingAnAttributeChangesItsColumn() {
    let lines = changes { $0[1].properties[0] = attribute("surname") }
    #expect(lines == ["\"surname\" text NOT NULL,"])
  }

  @Test func renamingAnEntityChangesItsTable() {
    let lines = changes {
      $0[0].name = "Nation"
      $0[1].properties[2] = toOne("team", "Team", inverse: "players")
    }
    #expect(
      lines == [
        "CREATE TABLE \"nation\" (",
        "CONSTRAINT \"nation_pkey\" PRIMARY KEY (\"object_id\")",
        "INSERT INTO \"coredata_entity\" VALUES (1, 'Nation', 0, 0) ON CONFLICT DO NOTHING;",
      ]
    )
  }

  @Test func anAttributeMoreIsALineMore() {
    let lines = changes { $0[1].properties.append(attribute("LastName")) }
    #expect(lines == ["\"player_last_name\" text NOT NULL,"])
  }

  @Test func exceededLimitsAreReported() {
    let many = (0..<1_700).map { attribute("a\($0)") }
    let schema = PostgreSQLSchema(
      ResolvedModel(Model(entities: [Entity(name: "Wide", properties: many)]))
    )
    #expect(
      schema.issues.map(\.message) == [
        "entity 'Wide' and its subentities need 1702 columns in one table; PostgreSQL allows 1600"
      ]
    )
  }

  /// The time for a thousand entities that refer to one another is limited.
  @Test func bigModelsTakeTheirShare() {
    let entities = (0..<1_000).map { number in
      Entity(
        name: "Entity\(number)",
        parentName: number % 3 == 0 && number > 0 ? "Entity\(number - 1)" : nil,
        properties: (0..<20).map { attribute("value\($0)") }
          + [toOne("next", "Entity\((number + 1) % 1_000)")]
      )
    }
    let clock = ContinuousClock()
    let time = clock.measure {
      let schema = PostgreSQLSchema(
        ResolvedModel(Model(entities: entities)),
        options: .init(profile: .distributed)
      )
      #expect(schema.mapping.tables.count == 667)
    }
    #expect(time < .seconds(20))
  }
}
