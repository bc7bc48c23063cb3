import SQLDriver

/// Finds the saves of other programs in the history of a store, where the database sends no notifications.
///
/// The counter of the history holds the number of the last transaction; this class counts the program's own.
///
/// Only the connection that saves uses it, on one thread at a time.
package final class HistoryPolling {
  private var ownTransactions: Int64 = 0

  package init() {}

  /// Counts a transaction of the program itself.
  func countOwnTransaction() { ownTransactions += 1 }

  /// The number of transactions that other programs have recorded, as of now.
  package func foreignTransactions(on connection: any SQLConnection) throws(SQLError) -> Int64 {
    let last = try connection.value("SELECT last FROM coredata_counter WHERE name = 'history'")
    guard case .integer(let number) = last else { return 0 }
    return number - ownTransactions
  }
}
