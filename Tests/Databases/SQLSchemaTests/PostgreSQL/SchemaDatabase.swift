import ManagedModel
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver

@testable import SQLSchema

/// A connection to the test server for testing schemas, each in a namespace of its own that is rolled back.
final class SchemaDatabase {
  let connection: PostgreSQLConnection

  /// The namespace, which is unique to the test: tests would block one another otherwise.
  let namespace: String
  private var count = 0

  init() throws {
    connection = try PostgreSQLServer.connect()
    let process = try connection.value("SELECT pg_backend_pid()::text")
    guard case .text(let process) = process else { throw NoProcess() }
    namespace = "trial\(process)"
  }

  /// Creates a schema, runs a closure, and rolls everything back.
  func with<Result>(
    _ schema: PostgreSQLSchema,
    _ body: () throws -> Result = {}
  ) throws -> Result {
    try sweep()
    try connection.begin()
    defer { try? connection.rollBack() }
    try connection.execute("CREATE SCHEMA \(namespace); SET LOCAL search_path = \(namespace)")
    try connection.execute(schema.script)
    return try body()
  }

  /// Rolled back rows stay in the server's catalogs until they are vacuumed, and slow them down.
  private func sweep() throws {
    count += 1
    guard count.isMultiple(of: 20) else { return }
    try connection.execute(
      """
      VACUUM (TRUNCATE FALSE) pg_class, pg_attribute, pg_index, pg_depend, pg_constraint, pg_attrdef,
      pg_type, pg_description, pg_trigger, pg_proc, pg_namespace
      """
    )
  }

  /// The error of a statement; nil if it succeeds.
  ///
  /// The transaction continues.
  func failure(of sql: String) -> SQLError? {
    do {
      try connection.transaction {
        try connection.execute(sql)
        // Deferred constraints are checked now.
        try connection.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
      }
      return nil
    } catch {
      return error as? SQLError
    }
  }

  /// The tables and their columns in the server's catalog.
  func tables() throws -> [String: [String]] {
    var result: [String: [String]] = [:]
    let rows = try connection.rows(
      """
      SELECT c.relname, a.attname FROM pg_class c
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
      WHERE c.relnamespace = '\(namespace)'::regnamespace AND c.relkind = 'r' ORDER BY a.attnum
      """
    )
    for row in rows {
      guard case .text(let table) = row[0] else { continue }
      var columns = result[table] ?? []
      if case .text(let column) = row[1] { columns.append(column) }
      result[table] = columns
    }
    return result
  }
}

/// The server does not report the process of a connection.
private struct NoProcess: Error {}
