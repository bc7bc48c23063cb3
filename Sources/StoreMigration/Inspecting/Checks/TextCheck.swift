import ManagedModel
import SQLDriver
import SQLSchema

/// Looks for texts that are not valid UTF-8.
///
/// SQLite stores any bytes as a text; a program reads others than those that are there.
struct TextCheck {
  let store: CheckedStore

  func problems() throws -> [StoreProblem] {
    // Texts in UTF-16 are read as SQLite converts them.
    guard try store.connection.value("PRAGMA encoding") == .text("UTF-8") else { return [] }
    var result: [StoreProblem] = []
    for (table, mapping) in store.mapping.tables.enumerated() where store.has(table: table) {
      for (position, column) in mapping.columns.enumerated() {
        let reference = ColumnReference(table: table, column: position)
        guard column.holdsText, store.has(reference) else { continue }
        if let problem = try problem(column, reference) { result.append(problem) }
      }
    }
    return result
  }

  private func problem(
    _ column: ColumnMapping,
    _ reference: ColumnReference
  ) throws -> StoreProblem? {
    let name = try store.name(of: reference)
    // Texts of ASCII alone, which are most, are not read.
    let statement = try store.connection.cached(
      "SELECT rowid, CAST(\(name) AS BLOB) FROM \(try store.name(ofTable: reference.table)) "
        + "WHERE typeof(\(name)) = 'text' AND \(name) GLOB '*[^' || char(1) || '-' || char(127) || ']*'"
    )
    defer { statement.reset() }
    var found = FoundRows(count: 0, keys: [])
    while try statement.step() {
      let row = statement.values
      guard case .blob(let bytes) = row[1], String(validating: bytes, as: UTF8.self) == nil else {
        continue
      }
      found.add(row[0])
    }
    guard found.count > 0 else { return nil }
    let table = store.mapping.tables[reference.table].name
    return StoreProblem(
      .damagedText,
      "\(found.count) \(found.count == 1 ? "row" : "rows") of \(table) \(found.verb("has", "have")) "
        + "a text in \(column.name) that is no UTF-8 \(found.examples)",
      element: column.origin.location.map { store.model.title(of: $0) },
      count: found.count
    )
  }
}

extension ColumnMapping {
  fileprivate var holdsText: Bool {
    guard case .attribute(let type) = type else { return false }
    return type == .string || type == .uri
  }
}
