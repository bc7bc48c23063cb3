import ManagedModel
import SQLiteDriver
import Testing

@testable import SQLSchema

/// What holds for every model: its statements run, no two things share a name, and every column leads
/// back to the property that it came from.
func expectInvariants(
  of model: ResolvedModel,
  era: LayoutEra,
  _ title: @autoclosure () -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let schema = SQLiteSchema(model, era: era, tracksHistory: true)
  let mapping = schema.mapping
  do {
    let database = try SQLiteConnection.store(schema)
    defer { database.close() }
    // SQLite's shadow tables and automatic indexes come on top of what was asked for.
    let names = try Set(database.schemaRows().map(\.name))
    for statement in schema.statements {
      #expect(
        names.contains(SQLiteText.storable(statement.name)),
        "\(title())",
        sourceLocation: sourceLocation
      )
    }
  } catch {
    Issue.record("\(title()): \(error)", sourceLocation: sourceLocation)
  }
  let all = schema.statements.map { folded($0.name) }
  #expect(Set(all).count == all.count, "\(title())", sourceLocation: sourceLocation)
  for (table, content) in mapping.tables.enumerated() {
    let names = content.columns.map { folded($0.name) }
    #expect(Set(names).count == names.count, "\(title())", sourceLocation: sourceLocation)
    for (position, column) in content.columns.enumerated() {
      guard let location = column.origin.location else { continue }
      let reference = ColumnReference(table: table, column: position)
      #expect(
        mapping[location].columns.contains(reference),
        "\(title()): \(column)",
        sourceLocation: sourceLocation
      )
    }
  }
  expectEveryPropertyIsAnswered(mapping, title(), sourceLocation)
}

private func expectEveryPropertyIsAnswered(
  _ mapping: SchemaMapping,
  _ title: String,
  _ sourceLocation: SourceLocation
) {
  for entity in mapping.entities {
    #expect(mapping.entity(numbered: entity.number) == entity, sourceLocation: sourceLocation)
    #expect(
      mapping.table(of: entity).columns.count >= 3,
      "\(title)",
      sourceLocation: sourceLocation
    )
    for location in mapping.model.allProperties(of: mapping.model.entities[entity.index]) {
      switch mapping[location] {
      case .attribute(let column):
        #expect(column.table == entity.table, "\(title)", sourceLocation: sourceLocation)
      case .toOne(let storage):
        #expect(storage.key.table == entity.table, "\(title)", sourceLocation: sourceLocation)
      case .none, .composite, .toMany, .join: continue
      }
    }
  }
}

/// As SQLite compares names.
private func folded(_ name: String) -> [UInt8] {
  SQLiteText.storable(name).utf8.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
}

extension PropertyStorage {
  /// All columns that have to do with the property.
  var columns: [ColumnReference] {
    switch self {
    case .none: []
    case .attribute(let column): [column]
    case .composite(let members): members.map(\.column)
    case .toOne(let storage):
      [storage.key] + [storage.entityNumber, storage.ordering].compactMap(\.self)
    case .toMany(let storage): [storage.key] + [storage.ordering].compactMap(\.self)
    case .join(let storage):
      [storage.source, storage.destination] + [storage.ordering].compactMap(\.self)
    }
  }
}
