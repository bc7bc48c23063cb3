import Diagnostics
import ManagedModel
import ModelShorthand
import Testing

@testable import SQLSchema

struct SchemaMappingTests {
  private let model = ModelShorthand.model(
    entity(
      "Team",
      attribute("name"),
      toMany("players", "Player", inverse: "team", isOrdered: true),
      toMany("fans", "Person", inverse: "teams"),
      toMany("notes", "Note", isOrdered: true)
    ),
    entity("Person", attribute("name"), toMany("teams", "Team", inverse: "fans")),
    entity(
      "Player",
      parent: "Person",
      attribute("number", .integer16),
      toOne("team", "Team", inverse: "players"),
      toOne("idol", "Person")
    ),
    entity("Note", attribute("draft", isTransient: true))
  )

  private func name(_ reference: ColumnReference?, in mapping: SchemaMapping) -> String? {
    reference.map { "\(mapping.tables[$0.table].name).\(mapping[$0].name)" }
  }

  @Test func `every property says where it is stored`() throws {
    let mapping = CoreDataLayout.mapping(of: model)
    func storage(_ entity: String, _ property: String) throws -> PropertyStorage {
      mapping.storage(of: property, in: try #require(model.entity(named: entity)))
    }
    guard case .attribute(let column) = try storage("Player", "name"),
      case .toOne(let team) = try storage("Player", "team"),
      case .toOne(let idol) = try storage("Player", "idol"),
      case .toMany(let players) = try storage("Team", "players"),
      case .toMany(let notes) = try storage("Team", "notes"),
      case .join(let fans) = try storage("Team", "fans"),
      case .join(let teams) = try storage("Player", "teams")
    else {
      Issue.record("a property is stored in another way")
      return
    }
    #expect(name(column, in: mapping) == "ZPERSON.ZNAME")
    #expect(name(team.key, in: mapping) == "ZPERSON.ZTEAM")
    #expect(name(team.entityNumber, in: mapping) == nil)
    #expect(name(team.ordering, in: mapping) == "ZPERSON.Z_FOK_TEAM")
    #expect(name(idol.entityNumber, in: mapping) == "ZPERSON.Z2_IDOL")
    #expect(name(players.key, in: mapping) == "ZPERSON.ZTEAM")
    #expect(name(players.ordering, in: mapping) == "ZPERSON.Z_FOK_TEAM")
    #expect(name(notes.key, in: mapping) == "ZNOTE.Z4NOTES")
    #expect(name(notes.ordering, in: mapping) == "ZNOTE.Z_FOK_4NOTES")
    #expect(name(fans.source, in: mapping) == "Z_2TEAMS.Z_4TEAMS")
    #expect(name(fans.destination, in: mapping) == "Z_2TEAMS.Z_2FANS")
    #expect(fans.source == teams.destination && fans.destination == teams.source)
    #expect(try storage("Note", "draft") == .none)
    #expect(try storage("Note", "missing") == .none)
  }

  @Test func `every entity says its number, its family and its table`() {
    let mapping = CoreDataLayout.mapping(of: model)
    #expect(mapping.entities.map(\.number) == [4, 2, 3, 1])
    #expect(mapping.entities.map(\.parentNumber) == [0, 0, 2, 0])
    #expect(mapping.entities.map(\.familyNumbers) == [4...4, 2...3, 3...3, 1...1])
    #expect(
      mapping.entities.map { mapping.table(of: $0).name } == [
        "ZTEAM", "ZPERSON", "ZPERSON", "ZNOTE",
      ]
    )
    #expect(mapping.entity(numbered: 3)?.name == "Player")
    #expect(mapping.entity(numbered: 0) == nil)
    #expect(mapping.entity(numbered: 5) == nil)
    #expect(
      name(mapping.entityNumberColumn(ofTable: 1), in: mapping) == "ZPERSON.Z_ENT"
    )
    #expect(mapping.entityNumberColumn(ofTable: 99) == nil)
    #expect(mapping[PropertyLocation(entity: 99, property: 0)] == .none)
    #expect(mapping[PropertyLocation(entity: 0, property: 99)] == .none)
  }

  @Test func `every column says why it is there`() throws {
    let mapping = CoreDataLayout.mapping(of: model)
    let person = try #require(mapping.tables.first { $0.name == "ZPERSON" })
    #expect(
      person.columns.map { "\($0.name): \($0.origin.explanation(in: model))" } == [
        "Z_PK: key of the object",
        "Z_ENT: number of the object's entity",
        "Z_OPT: counts the saves of the object, for optimistic locking",
        "ZNUMBER: attribute Player.number",
        "ZIDOL: to-one relationship Player.idol",
        "Z2_IDOL: number of the entity of the object that Player.idol leads to",
        "ZTEAM: to-one relationship Player.team",
        "Z_FOK_TEAM: place in the ordered relationship Team.players",
        "ZNAME: attribute Person.name",
      ]
    )
    let note = try #require(mapping.tables.first { $0.name == "ZNOTE" })
    #expect(
      note.columns[3].origin.explanation(in: model)
        == "object whose to-many relationship Team.notes leads here"
    )
    let join = try #require(mapping.tables.first { $0.name == "Z_2TEAMS" })
    #expect(
      join.columns.map { $0.origin.explanation(in: model) }
        == ["object that Team.fans leads to", "object that Person.teams leads to"]
    )
  }

  @Test func `an issue knows where its element begins in the file`() {
    var entities = model.model.entities
    var attribute = Attribute(name: "odd", type: .undefined, source: SourceOffset(123))
    attribute.isOptional = true
    entities[0].properties.append(.attribute(attribute))
    let resolved = ResolvedModel(Model(entities: entities))
    let issues = CoreDataLayout.mapping(of: resolved).issues
    #expect(issues.map(\.message) == ["attribute 'Team.odd' has no type, so it is not stored"])
    #expect(issues.first?.severity == .warning)
    #expect(issues.first?.element.source(in: resolved).byte == 123)
  }

  @Test func `an empty model has a schema`() {
    let schema = SQLiteSchema(ModelShorthand.model())
    #expect(schema.statements.map(\.name) == ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"])
    #expect(schema.primaryKeyRows.isEmpty)
  }
}

struct CompositeTests {
  private let location = Composite(
    name: "Location",
    attributes: [
      Attribute(name: "longitude", type: .double), Attribute(name: "latitude", type: .double),
      {
        var place = Attribute(name: "place", type: .composite)
        place.compositeName = "Place"
        return place
      }(),
    ]
  )
  private let place = Composite(
    name: "Place",
    attributes: [
      Attribute(name: "city", type: .string), Attribute(name: "floor", type: .integer16),
      Attribute(name: "none", type: .undefined),
    ]
  )

  @Test func `a composite attribute has a column for each member`() {
    let resolved = model(
      entity(
        "Photo",
        indexes: [fetchIndex("byCity", "at.place.city", "title"), fetchIndex("whole", "at")],
        attribute("title"),
        attribute("at", .composite, composite: "Location")
      ),
      composites: [location, place]
    )
    let schema = SQLiteSchema(resolved)
    expectColumns(
      schema,
      "ZPHOTO",
      "ZAT_PLACE_FLOOR INTEGER, ZAT_LATITUDE FLOAT, ZAT_LONGITUDE FLOAT, ZAT_PLACE_CITY VARCHAR, "
        + "ZTITLE VARCHAR"
    )
    guard case .composite(let members) = schema.mapping[PropertyLocation(entity: 0, property: 1)]
    else {
      Issue.record("the attribute is stored in another way")
      return
    }
    #expect(
      members.map(\.path) == [
        ["place", "floor"], ["latitude"], ["longitude"], ["place", "city"],
      ]
    )
    #expect(members.map(\.column.column) == [3, 4, 5, 6])
    #expect(
      schema.modelTexts.last
        == "CREATE INDEX Z_Photo_byCity ON ZPHOTO (ZAT_PLACE_CITY COLLATE BINARY ASC, "
        + "ZTITLE COLLATE BINARY ASC)"
    )
  }

  @Test func `composites that cannot be taken apart are reported`() {
    var inner = Attribute(name: "again", type: .composite)
    inner.compositeName = "Loop"
    let loop = Composite(name: "Loop", attributes: [inner])
    let resolved = model(
      entity(
        "A",
        attribute("a", .composite, composite: "Loop"),
        attribute("b", .composite, composite: "Missing"),
        attribute("c", .composite)
      ),
      composites: [loop]
    )
    let mapping = CoreDataLayout.mapping(of: resolved)
    #expect(
      mapping.issues.map(\.message) == [
        "attribute 'A.a' has the composite 'Loop' as its type, which contains itself",
        "attribute 'A.b' has the unknown composite 'Missing' as its type",
        "attribute 'A.c' has the unknown composite '' as its type",
      ]
    )
    #expect(mapping.tables[0].columns.count == 3)
  }

  /// Thirty composites, each with two of the next: a billion elements.
  @Test func `composites that multiply are reported`() {
    let composites = (0..<30).map { number in
      Composite(
        name: "C\(number)",
        attributes: ["a", "b"].map { name in
          var attribute = Attribute(name: name, type: .composite)
          attribute.compositeName = "C\(number + 1)"
          return attribute
        }
      )
    }
    let resolved = model(
      entity("A", attribute("a", .composite, composite: "C0")),
      composites: composites + [Composite(name: "C30")]
    )
    #expect(
      CoreDataLayout.mapping(of: resolved).issues.map(\.message)
        == ["attribute 'A.a' has too many members to be stored"]
    )
  }
}
