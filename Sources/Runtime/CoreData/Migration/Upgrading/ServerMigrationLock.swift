import Foundation
import PostgreSQLDriver
import PostgreSQLStore
import SQLDriver

/// The lock under which programs migrate a PostgreSQL store one after the other, held over several transactions.
///
/// It belongs to a transaction of a connection of its own, so that it is released when the program ends.
struct ServerMigrationLock {
  let database: PostgreSQLDatabase

  /// The connection whose transaction holds the lock.
  let connection: PostgreSQLConnection

  /// The transaction, which must be marked before it changes the store.
  let transaction: MigrationTransaction

  /// Runs a body while no other program migrates the store, after waiting for those that do.
  ///
  /// - Throws: The error of the body, or that of the database as one of Core Data.
  static func holding(
    _ opening: StoreOpening,
    _ body: (ServerMigrationLock) throws -> Void
  ) throws {
    do {
      try withConnection(opening) { database, connection in
        let transaction = try MigrationTransaction(in: database, on: connection)
        let lock = ServerMigrationLock(
          database: database,
          connection: connection,
          transaction: transaction
        )
        try transaction.settling { try database.exclusively(on: connection) { try body(lock) } }
      }
    } catch {
      throw ServerFailure.error(error, at: opening.url.withoutSecrets)
    }
  }

  /// Calls a body with a connection to the database of a store, which is closed afterwards.
  static func withConnection(
    _ opening: StoreOpening,
    _ body: (PostgreSQLDatabase, PostgreSQLConnection) throws -> Void
  ) throws {
    let database = try ServerAddress.database(at: opening.url, options: opening.options)
    let connection = try database.connect()
    SQLDebug.observe(connection)
    defer { connection.close() }
    try body(database, connection)
  }

  /// Throws if the connection has ended, which releases the lock.
  func check() throws { _ = try connection.value("SELECT 1") }
}
