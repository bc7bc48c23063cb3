import ManagedModel
import SQLDriver
import SQLSchema
import SQLiteDriver

/// The values and connections of all objects of a store, by entity and property.
package struct ConnectedContent {
  /// An object, which keeps its key in migrations; its table distinguishes trees of entities.
  package struct Object: Hashable, Comparable {
    /// The index of the entity in its model.
    package var entity: Int
    package var key: Int

    package init(entity: Int, key: Int) {
      self.entity = entity
      self.key = key
    }

    package static func < (left: Self, right: Self) -> Bool {
      (left.entity, left.key) < (right.entity, right.key)
    }
  }

  package private(set) var objects: Set<Object> = []

  /// The attribute values of each object that are not null.
  package private(set) var values: [Object: [PropertyLocation: SQLValue]] = [:]

  /// The destinations of each object's relationships, in order if the relationship is ordered.
  package private(set) var connections: [Object: [PropertyLocation: [Object]]] = [:]

  /// Foreign keys without an object.
  package private(set) var dangling: [String] = []

  private let mapping: SchemaMapping
  private let database: SQLiteConnection
  private var entities: [[Int: Int]]

  package init(schema: SQLiteSchema, database: SQLiteConnection) throws {
    mapping = schema.mapping
    self.database = database
    entities = Array(repeating: [:], count: mapping.tables.count)
    try readObjects()
    for entity in mapping.model.entities where !entity.entity.isAbstract {
      for location in mapping.model.allProperties(of: entity) {
        switch mapping[location] {
        case .none, .composite: continue
        case .attribute(let column): try readValues(location, column, of: entity.index)
        default: try readConnections(location, of: entity.index)
        }
      }
    }
  }

  private func quoted(_ column: ColumnReference) -> String {
    SQLDialect.sqlite.quoting(mapping[column].name)
  }

  private func quoted(table: Int) -> String {
    SQLDialect.sqlite.quoting(mapping.tables[table].name)
  }

  private mutating func readObjects() throws {
    for table in mapping.tables.indices {
      guard case .objects = mapping.tables[table].content else { continue }
      for row in try database.rows("SELECT Z_PK, Z_ENT FROM \(quoted(table: table))") {
        guard let key = row[0].whole, let number = row[1].whole,
          let entity = mapping.entity(numbered: number)
        else { continue }
        objects.insert(Object(entity: entity.index, key: key))
        entities[table][key] = entity.index
      }
    }
  }

  private mutating func readValues(
    _ location: PropertyLocation,
    _ column: ColumnReference,
    of entity: Int
  ) throws {
    let rows = try database.rows(
      "SELECT Z_PK, \(quoted(column)) FROM \(quoted(table: column.table)) "
        + "WHERE Z_ENT = \(mapping.entities[entity].number)"
    )
    for row in rows where row[1] != .null {
      guard let key = row[0].whole else { continue }
      values[Object(entity: entity, key: key), default: [:]][location] = row[1]
    }
  }

  private mutating func readConnections(_ location: PropertyLocation, of entity: Int) throws {
    guard let end = mapping.model.entities[location.entity].ends[location.property].destination
    else { return }
    let own = mapping.entities[entity]
    let owners = "SELECT Z_PK FROM \(quoted(table: own.table)) WHERE Z_ENT = \(own.number)"
    let query: String
    switch mapping[location] {
    case .none, .attribute, .composite: return
    case .toOne(let storage):
      query =
        "SELECT Z_PK, \(quoted(storage.key)) FROM \(quoted(table: storage.key.table)) "
        + "WHERE Z_ENT = \(own.number) AND \(quoted(storage.key)) IS NOT NULL"
    case .toMany(let storage):
      query =
        "SELECT \(quoted(storage.key)), Z_PK FROM \(quoted(table: storage.key.table)) "
        + "WHERE \(quoted(storage.key)) IN (\(owners))\(order(storage.ordering))"
    case .join(let storage):
      query =
        "SELECT \(quoted(storage.source)), \(quoted(storage.destination)) "
        + "FROM \(quoted(table: storage.table)) "
        + "WHERE \(quoted(storage.source)) IN (\(owners))\(order(storage.ordering))"
    }
    let family = mapping.entities[end].familyNumbers
    for row in try database.rows(query) {
      guard let source = row[0].whole, let target = row[1].whole else { continue }
      guard let kind = entities[mapping.entities[end].table][target],
        family.contains(mapping.entities[kind].number)
      else {
        dangling.append("\(own.name) \(source) \(mapping.model.title(of: location)): \(target)")
        continue
      }
      connections[Object(entity: entity, key: source), default: [:]][location, default: []]
        .append(Object(entity: kind, key: target))
    }
  }

  private func order(_ column: ColumnReference?) -> String {
    column.map { " ORDER BY \(quoted($0))" } ?? ""
  }
}
