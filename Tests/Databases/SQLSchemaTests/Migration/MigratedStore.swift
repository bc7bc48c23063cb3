import ManagedModel
import ModelComparison
import SQLDriver
import SQLiteDriver
import StoreSamples
import Testing

@testable import SQLSchema

/// A store that is created for one version, filled, and migrated to another.
struct MigratedStore {
  let database: SQLiteConnection
  let correspondence: ModelCorrespondence
  let old: SQLiteSchema
  let new: SQLiteSchema
  let plan: MigrationPlan

  /// The values of the old store by property.
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

  /// The differences between the migrated database and a new one.
  func schemaDifferences() throws -> [String] {
    let fresh = try SQLiteConnection.store(new)
    defer { fresh.close() }
    let expected = try Set(Self.signature(of: fresh))
    let actual = try Set(Self.signature(of: database))
    return expected.subtracting(actual).sorted().map { "missing: \($0)" }
      + actual.subtracting(expected).sorted().map { "left over: \($0)" }
  }

  /// The schema without the order of columns, and the rows of `Z_PRIMARYKEY`.
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

  /// The new attributes of an entity that do not have their default value in existing objects.
  func missingDefaults() throws -> [String] {
    try correspondence.new.entities.flatMap { entity -> [String] in
      guard correspondence.oldEntity(of: entity.index) != nil else { return [] }
      let place = new.mapping.entities[entity.index]
      return try correspondence.new.allProperties(of: entity).compactMap { location in
        guard correspondence.source(of: location, in: entity.index) == nil,
          case .attribute(let column) = new.mapping[location],
          let attribute = correspondence.new.property(at: location).attribute, !attribute.isDerived,
          let literal = SQLiteText.defaultLiteral(of: attribute)
        else { return nil }
        let table = SQLiteText.identifier(new.mapping.tables[place.table].name)
        let value = SQLiteText.identifier(new.mapping[column].name)
        let count = try database.value(
          "SELECT COUNT(*) FROM \(table) WHERE Z_ENT = \(place.number) AND \(value) IS NOT \(literal)"
        )
        return count == .integer(0) ? nil : "\(entity.name).\(attribute.name) lacks its default"
      }
    }
  }

  /// To-one relationships with a foreign key but no entity number, or the other way round, and those whose entity
  /// number is not the destination's.
  func wrongEntityNumbers() throws -> [String] {
    let mapping = new.mapping
    return try mapping.model.entities.flatMap { entity -> [String] in
      try entity.entity.properties.indices.compactMap { position in
        let location = PropertyLocation(entity: entity.index, property: position)
        guard case .toOne(let storage) = mapping[location], let number = storage.entityNumber,
          let target = mapping.destinationTable(of: location)
        else { return nil }
        let table = SQLiteText.identifier(mapping.tables[storage.key.table].name)
        let found = SQLiteText.identifier(mapping[number].name)
        let key = SQLiteText.identifier(mapping[storage.key].name)
        let count = try database.value(
          "SELECT COUNT(*) FROM \(table) AS t WHERE t.\(found) IS NOT (SELECT Z_ENT FROM "
            + "\(SQLiteText.identifier(mapping.tables[target].name)) AS d WHERE d.Z_PK = t.\(key))"
        )
        return count == .integer(0) ? nil : "\(mapping.model.title(of: location)) has wrong numbers"
      }
    }
  }

  /// Values and relationships that should have been migrated and are missing.
  func lostData() throws -> [String] {
    let after = try StoreContent(schema: new, database: database)
    return StoreComparison(correspondence, before: before, after: after, old: old, new: new)
      .differences()
  }
}
