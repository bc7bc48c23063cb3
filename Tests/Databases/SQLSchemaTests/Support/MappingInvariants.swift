import ManagedModel
import SQLiteDriver
import Testing

@testable import SQLSchema

/// Expects the invariants of every model: its statements can be executed, names are unique, and every column maps
/// back to its property.
func expectInvariants(
  of model: ResolvedModel,
  era: LayoutEra,
  _ title: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let schema = SQLiteSchema(model, era: era, tracksHistory: era == .current)
  var violations: [String] = []
  do {
    let database = try SQLiteConnection.store(schema)
    defer { database.close() }
    // SQLite's shadow tables and automatic indexes are additional.
    let names = try Set(database.schemaRows().map(\.name))
    for statement in schema.statements
    where !names.contains(SQLiteText.storable(statement.name)) {
      violations.append("\(statement.name) was not made")
    }
  } catch {
    violations.append("\(error)")
  }
  if hasDuplicates(schema.statements.map(\.name)) { violations.append("a name is there twice") }
  violations.append(contentsOf: columnViolations(in: schema.mapping))
  violations.append(contentsOf: propertyViolations(in: schema.mapping))
  if !violations.isEmpty {
    // Recorded directly: an expectation for each column would make these tests slow.
    Issue.record("\(title): \(violations)", sourceLocation: sourceLocation)
  }
}

private func columnViolations(in mapping: SchemaMapping) -> [String] {
  var violations: [String] = []
  for (table, content) in mapping.tables.enumerated() {
    if hasDuplicates(content.columns.map(\.name)) {
      violations.append("a column of \(content.name) is there twice")
    }
    for (position, column) in content.columns.enumerated() {
      guard let location = column.origin.location else { continue }
      let reference = ColumnReference(table: table, column: position)
      if !mapping[location].columns.contains(reference) {
        violations.append("\(content.name).\(column.name) is unknown to its property")
      }
    }
  }
  return violations
}

private func propertyViolations(in mapping: SchemaMapping) -> [String] {
  var violations: [String] = []
  for entity in mapping.entities {
    if mapping.entity(numbered: entity.number) != entity {
      violations.append("number \(entity.number) is not that of \(entity.name)")
    }
    for location in mapping.model.allProperties(of: mapping.model.entities[entity.index]) {
      let table: Int? =
        switch mapping[location] {
        case .attribute(let column): column.table
        case .toOne(let storage): storage.key.table
        case .none, .composite, .toMany, .join: nil
        }
      if let table, table != entity.table {
        violations.append("\(mapping.model.title(of: location)) is in another table")
      }
    }
  }
  return violations
}

/// Whether two names are equal to SQLite.
private func hasDuplicates(_ names: [String]) -> Bool {
  var seen: Set<[UInt8]> = []
  return names.contains { name in
    let folded = SQLiteText.storable(name).utf8.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
    return !seen.insert(folded).inserted
  }
}

extension PropertyStorage {
  /// All columns of the property.
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
