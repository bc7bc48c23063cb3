import PostgreSQLDriver
import SQLDriver

/// The location of a store in PostgreSQL.
package struct ServerPlace: Sendable {
  package let address: PostgreSQLAddress

  /// The URL for messages, without passwords.
  package var path: String { address.redacted }

  /// Parses a URL; nil for a text that is not the URL of a server.
  package init?(_ word: String) {
    guard let address = PostgreSQLAddress(word) else { return nil }
    self.address = address
  }

  /// A text without the secrets of the URL.
  package func scrubbed(_ text: String) -> String { address.scrubbed(text) }

  package var database: PostgreSQLDatabase {
    var limits = PostgreSQLLimits()
    // Statements of a migration may take any time; Ctrl-C cancels them.
    limits.answerMilliseconds = 0
    return PostgreSQLDatabase(address, limits: limits, applicationName: "momgen")
  }

  /// Opens a connection to the schema.
  package func connect() throws -> PostgreSQLConnection {
    let connection = try database.connect()
    do {
      guard try database.hasSchema(on: connection) else {
        throw StoreMigrationError.damaged("the database has no schema '\(address.schema)'")
      }
      try database.requireUsage(of: connection)
      guard try Self.hasStore(connection) else {
        throw StoreMigrationError.damaged("the schema '\(address.schema)' has no store")
      }
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  private static func hasStore(_ connection: PostgreSQLConnection) throws -> Bool {
    try connection.value(
      "SELECT count(*) FROM pg_catalog.pg_tables"
        + " WHERE schemaname = pg_catalog.current_schema() AND tablename = 'coredata_metadata'"
    ) != .integer(0)
  }

  /// Runs a body in a reading transaction, on one snapshot of the store.
  package func reading<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
    let connection = try connect()
    defer { connection.close() }
    return try connection.transaction(.read) { try body(connection) }
  }
}
