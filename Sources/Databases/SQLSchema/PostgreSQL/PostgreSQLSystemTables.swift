import ManagedModel

/// The tables that a store needs besides those of its model.
package enum PostgreSQLSystemTables {
  /// One row for each entity: its number, and in the row of a root the greatest key given out in its
  /// tree, which is where the next block of keys begins.
  package static let entityTable = "coredata_entity"

  /// One row: the version of the layout, the store's UUID, and the metadata as a property list.
  package static let metadataTable = "coredata_metadata"

  static let names = [
    entityTable, entityTable + "_pkey", metadataTable, metadataTable + "_pkey",
  ]

  static func statements(
    for mapping: SchemaMapping,
    profile: PostgreSQLProfile
  ) -> [SchemaStatement] {
    let create = profile == .distributed ? "CREATE TABLE IF NOT EXISTS" : "CREATE TABLE"
    func name(_ name: String) -> String { PostgreSQLText.identifier(name) }
    var result = [
      SchemaStatement(
        .systemTable,
        name: entityTable,
        text: """
          \(create) \(name(entityTable)) (
            \(name("number")) integer NOT NULL,
            \(name("name")) text NOT NULL,
            \(name("parent")) integer NOT NULL,
            \(name("last_key")) bigint NOT NULL,
            CONSTRAINT \(name(entityTable + "_pkey")) PRIMARY KEY (\(name("number")))
          )
          """,
        element: .store
      ),
      SchemaStatement(
        .systemTable,
        name: metadataTable,
        text: """
          \(create) \(name(metadataTable)) (
            \(name("version")) integer NOT NULL,
            \(name("uuid")) text NOT NULL,
            \(name("contents")) bytea,
            CONSTRAINT \(name(metadataTable + "_pkey")) PRIMARY KEY (\(name("version")))
          )
          """,
        element: .store
      ),
    ]
    result.append(contentsOf: rows(for: mapping))
    return result
  }

  private static func rows(for mapping: SchemaMapping) -> [SchemaStatement] {
    mapping.entitiesByNumber.map { index in
      let entity = mapping.entities[index]
      // A name that PostgreSQL cannot hold is reported elsewhere; the row must exist nevertheless.
      let name = PostgreSQLText.literal(entity.name) ?? "''"
      return SchemaStatement(
        .other,
        name: "",
        text: """
          INSERT INTO \(PostgreSQLText.identifier(entityTable)) VALUES (\(entity.number), \(name), \
          \(entity.parentNumber), 0) ON CONFLICT DO NOTHING
          """,
        element: .entity(index)
      )
    }
  }
}
