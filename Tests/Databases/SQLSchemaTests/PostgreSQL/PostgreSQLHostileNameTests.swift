import Diagnostics
import ManagedModel
import PostgreSQLDriver
import SQLDriver
import StoreSamples
import Testing

@testable import SQLSchema

/// Tests of names and texts that would break a statement, or inject SQL, if they were not quoted.
@Suite struct PostgreSQLHostileNameTests {
  private static let names =
    RandomModel.hostileNames
    + [
      "$$", "$1", "E'x'", "U&\"x\"", "\\'", "a\0b", "\0", "xmin", "ctid", "tableoid", "oid",
      "object_id",
      "objectID", "objectVersion", "user", "table", "order", "all", "analyse", "coredata_entity",
      "coredata_metadata_pkey", "pg_class", "public", "text", "uuid", "timestamptz", "_text",
      "--\n;",
      "*/ DROP", "\u{1B}[31m", "\u{85}", "\u{2029}", "\u{7F}", "\u{E000}", "\u{FFFE}", "ﬃ", "ǅ",
      "x\u{300}\"",
      "Name", "name", "NAME", "naMe", "fooBar", "foo_bar", "FooBar", "foo-bar", "foo bar",
    ] + (0..<200).map { fuzz(UInt64($0)) }

  /// A short text of characters with a meaning in SQL or a confusing appearance.
  private static func fuzz(_ seed: UInt64) -> String {
    var random = SeededRandom(seed)
    let parts = [
      "\"", "'", "\\", ";", "$", "--", "/*", "*/", "\n", "\0", "(", ")", "a", "B", "_", " ", "é",
      "e\u{301}",
      "🏀", "\u{202E}", "\u{200D}", "%", "?", ":", "1", "select", "E'", "数", "\u{FEFF}", "`", "[",
      "]",
    ]
    return (0..<Int.random(in: 1...8, using: &random))
      .map { _ in parts[Int.random(in: parts.indices, using: &random)] }.joined()
  }

  /// A model in which every name and every text is the given one.
  private static func model(_ name: String) -> ResolvedModel {
    var text = Attribute(name: name, type: .string, isOptional: true)
    text.defaultValueText = name
    text.regularExpression = name
    text.minimumText = name
    text.userInfo = UserInfo(entries: [UserInfoEntry(key: "documentation", value: name)])
    text.isIndexed = true
    var copy = Attribute(name: name + "2", type: .string, isOptional: true)
    copy.isDerived = true
    copy.derivationExpression = "uppercase:(\(name))"
    var link = Relationship(
      name: name + "3",
      destinationName: name,
      isToMany: true,
      inverseName: name + "3"
    )
    link.isOrdered = true
    var count = Attribute(name: name + "4", type: .integer64, isOptional: true)
    count.isDerived = true
    count.derivationExpression = name + "3.@count"
    let toOne = Relationship(name: name + "5", destinationName: name)
    var entity = Entity(
      name: name,
      properties: [
        .attribute(text), .attribute(copy), .attribute(count), .relationship(link),
        .relationship(toOne),
      ],
      fetchIndexes: [FetchIndex(name: name, elements: [FetchIndexElement(propertyName: name)])],
      uniquenessConstraints: [UniquenessConstraint(members: [PropertyReference(name)])]
    )
    entity.userInfo = text.userInfo
    return ResolvedModel(Model(entities: [entity, Entity(name: name + "child", parentName: name)]))
  }

  @Test(arguments: [
    (PostgreSQLProfile.standard, PostgreSQLNaming.snakeCase), (.distributed, .model),
  ])
  func aHostileNameStaysAName(profile: PostgreSQLProfile, naming: PostgreSQLNaming) throws {
    let database = try SchemaDatabase()
    for name in Self.names {
      let schema = PostgreSQLSchema(
        Self.model(name),
        options: PostgreSQLSchemaOptions(profile: profile, naming: naming)
      )
      do {
        try database.with(schema) { try expectNothingElse(schema, name, database) }
      } catch {
        Issue.record("\(name.debugDescription): \(error)\n\(schema.script)")
      }
    }
  }

  /// Expects only the tables of the schema, and the texts of the model unchanged.
  private func expectNothingElse(
    _ schema: PostgreSQLSchema,
    _ name: String,
    _ database: SchemaDatabase
  ) throws {
    let tables = try database.tables()
    #expect(
      Set(tables.keys)
        == Set(schema.mapping.tables.map(\.name)).union([
          PostgreSQLSystemTables.entityTable, PostgreSQLSystemTables.metadataTable,
        ]),
      "\(name.debugDescription)"
    )
    let stored = try database.connection.rows("SELECT name FROM coredata_entity ORDER BY number")
    guard !name.utf8.contains(0) else {
      #expect(
        schema.issues.contains { $0.severity == .error && $0.rule == .nullCharacterInName }
      )
      return
    }
    #expect(stored.first == [.text(name)])
    let comment = try database.connection.value(
      "SELECT obj_description(('\(database.namespace).' || quote_ident($1))::regclass, 'pg_class')",
      .text(schema.mapping.tables[0].name)
    )
    #expect(comment == (name.isEmpty ? .null : .text(name)), "\(name.debugDescription)")
  }
}
