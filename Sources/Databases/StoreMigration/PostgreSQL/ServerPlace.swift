import PostgreSQLDriver
import SQLDriver

/// The place of a store in PostgreSQL.
package struct ServerPlace: Sendable {
  package let address: PostgreSQLAddress

  /// The URL as it is shown, without passwords.
  package var path: String { address.redacted }

  /// Nil for a word that is no URL of a server.
  package init?(_ word: String) {
    guard let address = PostgreSQLAddress(word) else { return nil }
    self.address = address
  }

  /// A text without the secrets of the URL.
  package func scrubbed(_ text: String) -> String { address.scrubbed(text) }

  package var database: PostgreSQLDatabase {
    var limits = PostgreSQLLimits()
    // Statements of a migration may take any time; Ctrl-C ends them.
    limits.answerMilliseconds = 0
    return PostgreSQLDatabase(address, limits: limits, applicationName: "momgen")
  }

  /// A connection to the schema.
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

  /// Reads one state of the store.
  package func reading<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
    let connection = try connect()
    defer { connection.close() }
    return try connection.transaction(.read) { try body(connection) }
  }
}
