import FoundationEssentials
import PostgreSQLDriver
import SQLDriver
import SQLStore

/// Keys, transactions and the history of a store in PostgreSQL.
///
/// Each transaction begins with its marker: a row of `coredata_transaction` under an ID that the program creates. It
/// identifies a commit whose answer was lost; the server's transaction number does not, because it may be reused
/// after a crash.
package final class PostgreSQLBookkeeping: StoreBookkeeping {
  private let database: PostgreSQLDatabase
  private let keys: KeyBlocks

  /// The payload of notifications, by which a program recognizes its own.
  private let sender: String

  /// The ID of the transaction in progress.
  private(set) var transaction: UUID?

  /// The number of transactions since old markers were removed.
  private var commits = 0

  /// The number of transactions after which old markers are removed.
  private static let cleaningInterval = 10_000

  /// Whether the transaction gets a number in the history.
  private var isRecorded = false

  private let term: ServerTerm
  private let version: ServerVersion

  /// Polls for the saves of other programs; nil where programs notify one another.
  private let polling: HistoryPolling?

  /// Watches for transactions of other programs; nil where none can be written, or where programs do not notify one
  /// another.
  private let watch: TransactionWatch?

  /// The number of other programs' transactions in the history that were seen last.
  private var polled: Int64?

  /// The server process of the connection.
  private let process: ServerProcess?

  package init(
    _ database: PostgreSQLDatabase,
    keys: KeyBlocks,
    term: ServerTerm,
    version: ServerVersion,
    process: ServerProcess?,
    polling: HistoryPolling?,
    watch: TransactionWatch?,
    sender: String
  ) {
    self.database = database
    self.keys = keys
    self.term = term
    self.version = version
    self.process = process
    self.polling = polling
    self.watch = watch
    self.sender = sender
  }

  package var keysBelongToTransaction: Bool { false }

  package func keySource(
    of layout: ObjectLayout,
    on connection: any SQLConnection
  ) throws -> any KeySource {
    let table = KeyTable(table: layout.tableName, key: layout.keyColumn)
    return BlockKeys(keys, root: layout.rootNumber, table, connection)
  }

  package func noteState(of connection: any SQLConnection) throws {
    if let watch { return try watch.note() }
    polled = try polling?.foreignTransactions(on: connection)
  }

  package func begin(on connection: any SQLConnection) throws -> Bool {
    let id = UUID()
    let hasNews: Bool
    do {
      hasNews = try begin(id, on: connection)
    } catch {
      // The transaction may have begun nevertheless.
      if connection.isInTransaction { try? connection.rollBack() }
      throw error
    }
    transaction = id
    isRecorded = false
    return hasNews
  }

  private func begin(_ id: UUID, on connection: any SQLConnection) throws -> Bool {
    let marker = "INSERT INTO coredata_transaction (id) VALUES ('\(id.uuidString)')"
    if let watch {
      let (hasNews, row) = try watch.begin(marker)
      try version.confirm(row, connection)
      return hasNews
    }
    try connection.execute("BEGIN; \(marker)")
    try version.confirm(connection)
    let known = polled
    polled = try polling?.foreignTransactions(on: connection)
    return polled == nil || polled != known
  }

  /// Records the transaction in the history.
  ///
  /// - Returns: The ID of the transaction.
  func record() throws -> UUID {
    guard let transaction else {
      throw SQLError(.misuse, code: "history", "there is no transaction to record")
    }
    isRecorded = true
    return transaction
  }

  package func commit(on connection: any SQLConnection) throws -> Int64? {
    guard let id = transaction else {
      try connection.commit()
      return nil
    }
    transaction = nil
    let number = isRecorded ? try number(transaction: id, on: connection) : nil
    if polling == nil {
      try connection.execute("SELECT pg_catalog.pg_notify('coredata', '\(sender)')")
    }
    do {
      try connection.commit()
    } catch {
      guard error.kind == .commitUncertain else { throw error }
      connection.close()
      try CommitSettlement(database, term: term, process: process).settle(id, after: error)
    }
    if isRecorded { polling?.countOwnTransaction() }
    commits += 1
    if commits >= Self.cleaningInterval {
      commits = 0
      // Markers that remain are removed later.
      try? connection.execute(StoreTables.removalOfOldMarkers)
    }
    return number
  }

  /// Gives the transaction its number in the history.
  ///
  /// No change follows it, so that numbers are in the order of the commits: the counter is locked from here on.
  private func number(transaction id: UUID, on connection: any SQLConnection) throws -> Int64? {
    let number = try connection.value(
      """
      WITH counter AS (
        UPDATE coredata_counter SET last = last + 1 WHERE name = 'history' RETURNING last
      )
      UPDATE coredata_transaction SET number = counter.last FROM counter
        WHERE id = $1 RETURNING number
      """,
      .blob(id.bytes)
    )
    return if case .integer(let number) = number { number } else { nil }
  }

  package func history(of engine: StoreEngine) -> any HistoryRecording {
    PostgreSQLHistory(engine, self)
  }
}
