import ManagedModel
import SQLDriver
import SQLSchema
import SQLiteDriver

/// Inserts a few objects of every entity into a store; the last of each has no optional values.
package struct StoreFilling {
  private let schema: SQLiteSchema
  private let database: SQLiteConnection
  private static let count = 3

  package init(schema: SQLiteSchema, database: SQLiteConnection) {
    self.schema = schema
    self.database = database
  }

  package func fill() throws {
    var keys: [Int: [Int]] = [:]
    for table in schema.mapping.tables.indices { keys[table] = [] }
    let mapping = schema.mapping
    // The entity of each object, to find destinations of relationships.
    var objects: [(entity: EntityMapping, key: Int)] = []
    for index in mapping.entitiesByNumber {
      for _ in 0..<Self.count {
        let entity = mapping.entities[index]
        let key = (keys[entity.table]?.count ?? 0) + 1
        keys[entity.table]?.append(key)
        objects.append((entity, key))
      }
    }
    for (position, object) in objects.enumerated() {
      try insert(object.entity, key: object.key, seed: position, objects)
    }
    for table in mapping.tables.indices { try fillJoin(table, objects) }
    for (table, keys) in keys {
      guard case .objects(let root) = mapping.tables[table].content else { continue }
      try database.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
        .integer(Int64(keys.count)),
        .integer(Int64(mapping.entities[root].number))
      )
    }
  }

  private func insert(
    _ entity: EntityMapping,
    key: Int,
    seed: Int,
    _ objects: [(entity: EntityMapping, key: Int)]
  ) throws {
    let mapping = schema.mapping
    let table = mapping.tables[entity.table]
    var names = ["Z_PK", "Z_ENT", "Z_OPT"]
    var values: [SQLValue] = [.integer(Int64(key)), .integer(Int64(entity.number)), .integer(1)]
    for (position, column) in table.columns.enumerated() {
      guard let location = column.origin.location else { continue }
      let has = mapping.entities[location.entity].familyNumbers.contains(entity.number)
      let property = mapping.model.property(at: location)
      if has, property.mayBeMissing, seed % Self.count == Self.count - 1 { continue }
      switch (column.origin, column.type) {
      case (.attribute, .attribute(let type)) where has,
        (.compositeMember, .attribute(let type)) where has:
        names.append(column.name)
        let value = Self.value(of: type, key * 100 + position)
        values.append(property.attribute?.isKeptOutside == true ? value.marked : value)
      case (.ownerKey(let location), _):
        guard let owner = owner(of: location, entity, seed, objects) else { continue }
        names.append(column.name)
        values.append(.integer(Int64(owner.key)))
      case (.foreignKey(let location), _) where has:
        guard let end = target(of: location, seed, objects) else { continue }
        names.append(column.name)
        values.append(.integer(Int64(end.key)))
        if case .toOne(let storage) = mapping[location], let number = storage.entityNumber {
          names.append(mapping[number].name)
          values.append(.integer(Int64(end.entity.number)))
        }
      default: continue
      }
    }
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    let statement = try database.prepare(
      "INSERT OR IGNORE INTO \(SQLDialect.sqlite.quoting(table.name)) (\(SQLDialect.sqlite.list(names))) "
        + "VALUES (\(places))"
    )
    try statement.bind(values)
    try statement.run()
  }

  private func target(
    of location: PropertyLocation,
    _ seed: Int,
    _ objects: [(entity: EntityMapping, key: Int)]
  ) -> (entity: EntityMapping, key: Int)? {
    guard
      let end = schema.mapping.model.entities[location.entity].ends[location.property].destination
    else { return nil }
    let family = schema.mapping.entities[end].familyNumbers
    let candidates = objects.filter { family.contains($0.entity.number) }
    return candidates.isEmpty ? nil : candidates[seed % candidates.count]
  }

  /// An object with a to-many relationship without inverse whose destination is an entity.
  private func owner(
    of location: PropertyLocation,
    _ entity: EntityMapping,
    _ seed: Int,
    _ objects: [(entity: EntityMapping, key: Int)]
  ) -> (entity: EntityMapping, key: Int)? {
    guard
      let end = schema.mapping.model.entities[location.entity].ends[location.property].destination,
      schema.mapping.entities[end].familyNumbers.contains(entity.number)
    else { return nil }
    let family = schema.mapping.entities[location.entity].familyNumbers
    let owners = objects.filter { family.contains($0.entity.number) }
    return owners.isEmpty ? nil : owners[seed % owners.count]
  }

  private func fillJoin(_ table: Int, _ objects: [(entity: EntityMapping, key: Int)]) throws {
    let mapping = schema.mapping
    guard case .join(let join) = mapping.tables[table].content,
      case .join(let storage) = mapping[join.owner]
    else { return }
    let family = mapping.entities[join.owner.entity].familyNumbers
    let sources = objects.filter { family.contains($0.entity.number) }
    for (seed, source) in sources.enumerated() {
      for offset in 0..<2 {
        guard let end = target(of: join.owner, seed + offset, objects) else { continue }
        try database.run(
          "INSERT OR IGNORE INTO \(SQLDialect.sqlite.quoting(mapping.tables[table].name)) "
            + "(\(SQLDialect.sqlite.list([storage.source, storage.destination].map { mapping[$0].name })))"
            + " VALUES (?, ?)",
          .integer(Int64(source.key)),
          .integer(Int64(end.key))
        )
      }
    }
  }

  private static func value(of type: AttributeType, _ number: Int) -> SQLValue {
    switch type {
    case .integer16, .integer32, .integer64: .integer(Int64(number))
    case .boolean: .integer(Int64(number % 2))
    case .decimal, .double, .float, .date: .real(Double(number) + 0.5)
    case .string, .uri, .objectID: .text("text \(number)")
    case .uuid, .binary, .transformable, .undefined, .composite:
      .blob(Array("\(number)".utf8))
    }
  }
}

extension Attribute {
  /// Whether values may be stored externally, so that their first byte is a marker.
  fileprivate var isKeptOutside: Bool { type == .binary && allowsExternalBinaryDataStorage }
}

extension SQLValue {
  /// The column value of bytes that are stored inline although external storage is allowed.
  fileprivate var marked: SQLValue {
    guard case .blob(let bytes) = self else { return self }
    return .blob([1] + bytes)
  }
}

extension Property {
  /// Whether the column can be null.
  fileprivate var mayBeMissing: Bool {
    switch self {
    case .attribute(let attribute): attribute.isOptional
    case .relationship(let relationship): relationship.isOptional
    case .fetchedProperty: true
    }
  }
}
