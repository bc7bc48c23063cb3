import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver
import StoreMigration

extension SQLiteAdapter {
  /// Inserts the row of a new object.
  func insert(
    _ row: Row,
    key: Int64,
    _ prepared: EntityStatements,
    _ binder: ValueBinder
  ) throws {
    let statement = try prepared.insert()
    try statement.bind(integer: key, at: 0)
    try statement.bind(integer: Int64(prepared.layout.number), at: 1)
    try statement.bind(integer: 1, at: 2)
    try binder.bind(row, prepared.writable, of: prepared, to: statement, from: 3)
    try statement.run()
  }

  /// Gives an object new values for some properties, whatever version there is.
  func overwrite(
    _ row: Row,
    at indices: [Int],
    key: Int64,
    of shape: EntityShape,
    _ binder: ValueBinder
  ) throws {
    let prepared = try statements(shape)
    let layout = prepared.layout
    var assignments = [layout.columns.versionIncrement]
    assignments += indices.flatMap { layout.fields[$0].columns }.map { "\($0) = ?" }
    let statement = try connection.cached(
      "UPDATE \(layout.table) SET \(assignments.joined(separator: ", "))"
        + " WHERE \(layout.columns.key) = ?"
    )
    let end = try binder.bind(row, indices, of: prepared, to: statement, from: 0)
    try statement.bind(integer: key, at: end)
    try statement.run()
  }

  /// The names of the files that some properties of an object are in.
  func externalFiles(
    ofKey key: Int64,
    at indices: [Int],
    _ layout: ObjectLayout
  ) throws -> [String] {
    try indices.compactMap { index in
      guard case .attribute(let column) = layout.fields[index], column.isExternal else {
        return nil
      }
      let value = try connection.value(
        "SELECT \(column.name) FROM \(layout.table) WHERE \(layout.columns.key) = ?",
        .integer(key)
      )
      guard case .blob(let bytes) = value else { return nil }
      return ExternalDataFolder.fileName(in: bytes)
    }
  }
}
