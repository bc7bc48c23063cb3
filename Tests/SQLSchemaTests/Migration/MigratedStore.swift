import ManagedModel
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLSchema

/// A store that is made for one version, filled, and migrated to another.
struct MigratedStore {
  let database: SQLiteConnection
  let correspondence: ModelCorrespondence
  let old: SQLiteSchema
  let new: SQLiteSchema
  let plan: MigrationPlan

  /// What the old store held, property by property.
  let before: StoreContent

  init(
    from old: ResolvedModel,
    to new: ResolvedModel,
    era: LayoutEra = .current,
    tracksHistory: Bool = false
  ) throws {
    correspondence = ModelCorrespondence(from: old, to: new)
    self.old = SQLiteSchema(old, era: era, tracksHistory: tracksHistory)
    self.new = SQLiteSchema(new, era: era, tracksHistory: tracksHistory)
    plan = SQLiteMigration.plan(correspondence, from: self.old, to: self.new)
    database = try SQLiteConnection(path: ":memory:")
    for function in StoreFunction.allCases {
      try database.register(
        function: function.rawValue,
        argumentCount: Int32(function.argumentCount)
      ) { _ in SQLValue.null }
    }
    try database.make(self.old)
    try StoreFilling(schema: self.old, database: database).fill()
    before = try StoreContent(schema: self.old, database: database)
    for step in plan.steps {
      for statement in step.statements {
        do {
          try database.execute(statement)
        } catch {
          throw Failure(step: step.title, statement: statement, reason: "\(error)")
        }
      }
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var step: String
    var statement: String
    var reason: String
    var description: String { "\(step): \(statement)\n\(reason)" }
  }

  /// What the migrated database has that a new one has not, and the other way round.
  func schemaDifferences() throws -> [String] {
    let fresh = try SQLiteConnection.store(new)
    defer { fresh.close() }
    let expected = try Set(Self.signature(of: fresh))
    let actual = try Set(Self.signature(of: database))
    return expected.subtracting(actual).sorted().map { "missing: \($0)" }
      + actual.subtracting(expected).sorted().map { "left over: \($0)" }
  }

  /// Everything in the schema but the order of columns, and the rows of `Z_PRIMARYKEY`.
  private static func signature(of database: SQLiteConnection) throws -> [String] {
    var result: [String] = []
    for row in try database.schemaRows() {
      guard row.type == "table" else {
        result.append("\(row.type) \(row.name) on \(row.table): \(row.sql ?? "")")
        continue
      }
      let columns = try database.rows(
        "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?)",
        .text(row.name)
      ).map { "\($0)" }.sorted()
      result.append("table \(row.name): \(columns)")
    }
    let keys = try database.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY")
    return result + keys.map { "entity \($0)" }
  }

  /// Values and connections that should have come along and did not.
  func lostData() throws -> [String] {
    let after = try StoreContent(schema: new, database: database)
    return StoreComparison(correspondence, before: before, after: after, old: old, new: new)
      .differences()
  }
}

/// Puts a few objects of every entity into a store.
struct StoreFilling {
  let schema: SQLiteSchema
  let database: SQLiteConnection
  private static let count = 3

  func fill() throws {
    var keys: [Int: [Int]] = [:]
    for table in schema.mapping.tables.indices { keys[table] = [] }
    let mapping = schema.mapping
    // Which entity each object is of, so that relationships know where they can lead.
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
      switch (column.origin, column.type) {
      case (.attribute, .attribute(let type)) where has,
        (.compositeMember, .attribute(let type)) where has:
        names.append(column.name)
        values.append(Self.value(of: type, key * 100 + position))
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
      "INSERT OR IGNORE INTO \(SQLiteText.identifier(table.name)) (\(SQLiteText.list(names))) "
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
          "INSERT OR IGNORE INTO \(SQLiteText.identifier(mapping.tables[table].name)) "
            + "(\(SQLiteText.list([storage.source, storage.destination].map { mapping[$0].name })))"
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
