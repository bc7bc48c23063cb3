import SQLDriver

/// Finds the saves of other programs in the history of a store, where the database sends no notifications.
///
/// The counter of the history has the number of the last transaction; the transactions of the
/// program itself are counted here.
// Only the connection that saves uses it, which one thread at a time does.
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
