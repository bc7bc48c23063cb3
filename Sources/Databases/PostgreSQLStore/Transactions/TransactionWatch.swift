import PostgreSQLDriver
import SQLDriver

/// Finds out whether other programs may have committed something since a connection's last transaction.
///
/// The server numbers all writing transactions, in the order in which they begin to write. If the next number is the
/// one after the last, and no transaction was in progress then, no other program has committed. Transactions in other
/// databases of the server count as well: they cause needless reading, and no harm.
///
/// Only the connection that saves uses it, on one thread at a time.
package final class TransactionWatch {
  private let connection: PostgreSQLConnection
  private let keys: KeyBlocks

  /// The last state that was seen; nil before the first.
  private var last: State?

  /// A snapshot of the server's transactions.
  struct State {
    /// The number of the newest transaction.
    var newest: Int64

    /// Whether no other transaction was in progress.
    var isAlone: Bool

    /// The number of transactions that had taken keys for this program.
    var ownTransactions: Int64

    /// Whether only this program has written anything between this state and another one.
    func hasOnlyOwn(before other: State) -> Bool {
      isAlone && other.newest == newest + 1 + other.ownTransactions - ownTransactions
    }
  }

  package init(_ connection: PostgreSQLConnection, keys: KeyBlocks) {
    self.connection = connection
    self.keys = keys
  }

  /// Records the current state, outside of a transaction.
  func note() throws(SQLError) {
    let own = keys.transactions
    let (oldest, next) = try numbers(
      connection.lastRow(of: "SELECT \(Self.oldest), \(Self.next)")
    )
    last = State(newest: next - 1, isAlone: oldest == next, ownTransactions: own)
  }

  /// Begins a transaction with the row that marks it.
  ///
  /// - Parameter marker: The statement that inserts the row.
  /// - Returns: Whether others may have committed something since the last call, and the version of the metadata row.
  /// - Throws: The server's error.
  func begin(_ marker: String) throws(SQLError) -> (hasNews: Bool, metadata: String) {
    let own = keys.transactions
    let row = try connection.lastRow(
      of: "BEGIN; \(marker) RETURNING \(Self.oldest), pg_catalog.pg_current_xact_id()::text, "
        + ServerVersion.expression
    )
    let (oldest, number) = try numbers(row)
    let present = State(newest: number, isAlone: oldest == number, ownTransactions: own)
    defer { last = present }
    return (last?.hasOnlyOwn(before: present) != true, row.last.flatMap { $0 } ?? "")
  }

  /// The number of the oldest transaction in progress, or of the next one.
  private static let oldest =
    "pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text"
  private static let next = "pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text"

  private func numbers(_ row: [String?]) throws(SQLError) -> (Int64, Int64) {
    let numbers = row.prefix(2).map { $0.flatMap { Int64($0) } }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else {
      throw SQLError(.other, code: "snapshot", "the server did not name its transactions")
    }
    return (first, second)
  }
}
