import SQLDriver
import SQLiteDriver

@testable import SQLSchema

/// A row of `sqlite_master`.
struct SchemaRow: Hashable, CustomStringConvertible {
  var type: String
  var name: String
  var table: String

  /// Nil for SQLite's automatic objects.
  var sql: String?

  var description: String { "\(type) \(name): \(sql ?? "–")" }
}

extension SQLiteConnection {
  /// All rows of `sqlite_master` in order of creation.
  func schemaRows() throws -> [SchemaRow] {
    try rows("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid").map { row in
      SchemaRow(
        type: row[0].string ?? "",
        name: row[1].string ?? "",
        table: row[2].string ?? "",
        sql: row[3].string
      )
    }
  }

  /// Executes the statements that create a new store.
  func make(_ schema: SQLiteSchema) throws {
    for statement in schema.settings + schema.statements { try execute(statement.text) }
    for row in schema.primaryKeyRows { try execute(row.insertion) }
  }

  /// An in-memory database with a new store.
  static func store(_ schema: SQLiteSchema) throws -> SQLiteConnection {
    let database = try SQLiteConnection(path: ":memory:")
    try database.make(schema)
    return database
  }
}

extension SQLValue {
  var string: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var int: Int? {
    guard case .integer(let value) = self else { return nil }
    return Int(exactly: value)
  }

  var bytes: [UInt8]? {
    guard case .blob(let bytes) = self else { return nil }
    return bytes
  }
}
