import FoundationEssentials
import PostgreSQLDriver
import SQLDriver

/// A transaction that migrates a store; its commit is settled like that of a save.
package final class MigrationTransaction {
  private let database: PostgreSQLDatabase
  private let connection: PostgreSQLConnection
  private let term = ServerTerm()
  private let process: ServerProcess?

  /// The ID of the marker; nil as long as nothing was changed.
  private var id: UUID?

  /// Prepares a transaction.
  ///
  /// - Parameters:
  ///   - database: The database with the schema of the store.
  ///   - connection: The connection that is to execute the transaction.
  /// - Throws: The server's error.
  package init(
    in database: PostgreSQLDatabase,
    on connection: PostgreSQLConnection
  ) throws(SQLError) {
    self.database = database
    self.connection = connection
    try term.check(connection)
    process = ServerProcess(of: connection)
  }

  /// Writes the marker, before the table of the markers is replaced.
  package func mark() throws(SQLError) {
    let id = UUID()
    try connection.run("INSERT INTO coredata_transaction (id) VALUES ($1)", .blob(id.bytes))
    self.id = id
  }

  /// Runs a closure that executes the transaction, and returns if it was committed.
  ///
  /// If the commit is not answered, the marker is checked over another connection. The transaction locks the table of
  /// the markers until its end, so that the check waits for it, and then finds the table that holds afterwards.
  ///
  /// - Throws: The error of the closure; ``SQLError/Kind/commitUncertain`` if no server could tell in time.
  package func settling(_ execution: () throws -> Void) throws {
    do {
      try execution()
    } catch let error as SQLError where error.kind == .commitUncertain {
      // A transaction that has only held the lock has changed nothing.
      guard let id else { return }
      connection.close()
      try CommitSettlement(database, term: term, process: process).settle(id, after: error)
    }
  }
}
