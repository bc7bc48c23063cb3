import ManagedModel
import SQLDriver
import SQLSchema
import SQLiteDriver

/// The values of the objects of a store, by entity and property.
package struct StoreContent {
  /// For each property, the values by primary key.
  package private(set) var values: [Property: [Int: SQLValue]] = [:]

  /// For each relationship, the pairs of connected primary keys.
  package private(set) var pairs: [Property: Set<[Int]>] = [:]

  package struct Property: Hashable {
    package var entity: String
    package var name: String
  }

  package init(schema: SQLiteSchema, database: SQLiteConnection) throws {
    let mapping = schema.mapping
    for entity in mapping.model.entities {
      let number = mapping.entities[entity.index].number
      for location in mapping.model.allProperties(of: entity) {
        let name = mapping.model.property(at: location).name
        let property = Property(entity: entity.name, name: name)
        // The first of two entities with the same name has it.
        guard values[property] == nil, pairs[property] == nil else { continue }
        switch mapping[location] {
        case .none, .composite: continue
        case .attribute(let column):
          values[property] = try Self.column(column, number, mapping, database)
        case .toOne(let storage):
          let found = try Self.column(storage.key, number, mapping, database)
          pairs[property] = Set(
            found.compactMap { key, value in value.whole.map { [key, $0] } }
          )
        case .toMany(let storage):
          pairs[property] = try Self.pairs(
            from: entity,
            storage.key,
            "Z_PK",
            of: storage.key.table,
            mapping,
            database
          )
        case .join(let storage):
          pairs[property] = try Self.pairs(
            from: entity,
            storage.source,
            SQLDialect.sqlite.quoting(mapping[storage.destination].name),
            of: storage.table,
            mapping,
            database
          )
        }
      }
    }
  }

  private static func column(
    _ column: ColumnReference,
    _ number: Int,
    _ mapping: SchemaMapping,
    _ database: SQLiteConnection
  ) throws -> [Int: SQLValue] {
    let rows = try database.rows(
      "SELECT Z_PK, \(SQLDialect.sqlite.quoting(mapping[column].name)) "
        + "FROM \(SQLDialect.sqlite.quoting(mapping.tables[column.table].name)) WHERE Z_ENT = ?",
      .integer(Int64(number))
    )
    return Dictionary(rows.map { ($0[0].whole ?? 0, $0[1]) }) { first, _ in first }
  }

  private static func pairs(
    from entity: ResolvedEntity,
    _ source: ColumnReference,
    _ destination: String,
    of table: Int,
    _ mapping: SchemaMapping,
    _ database: SQLiteConnection
  ) throws -> Set<[Int]> {
    let key = SQLDialect.sqlite.quoting(mapping[source].name)
    let owner = SQLDialect.sqlite.quoting(
      mapping.tables[mapping.entities[entity.index].table].name
    )
    let rows = try database.rows(
      "SELECT \(key), \(destination) FROM \(SQLDialect.sqlite.quoting(mapping.tables[table].name)) "
        + "WHERE \(key) IN (SELECT Z_PK FROM \(owner) WHERE Z_ENT = ?)",
      .integer(Int64(mapping.entities[entity.index].number))
    )
    return Set(rows.map { [$0[0].whole ?? 0, $0[1].whole ?? 0] })
  }
}

extension SQLValue {
  /// The integer, if it is one.
  var whole: Int? {
    guard case .integer(let value) = self else { return nil }
    return Int(exactly: value)
  }
}

extension SQLDialect {
  /// The quoted name; a name that the dialect rejects is unchanged, and the statement fails later.
  func quoting(_ name: String) -> String { (try? identifier(name)) ?? name }

  /// Names separated by commas.
  func list(_ names: some Sequence<String>) -> String {
    names.map(quoting).joined(separator: ", ")
  }
}
