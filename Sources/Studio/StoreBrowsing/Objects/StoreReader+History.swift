import CoreData
import Foundation

/// A part of the history of a store, newest first.
package struct HistoryExtract: Sendable {
  /// The number of transactions on a page.
  package static let pageSize: Int64 = 50

  package var transactions: [ShownTransaction]

  /// The number of the last transaction.
  package var last: Int64

  /// The lowest transaction number of the extract.
  package var first: Int64
}

/// A transaction of the history.
package struct ShownTransaction: Sendable, Hashable {
  package var number: Int64
  package var time: String
  package var author: String?
  package var context: String?
  package var program: String
  package var process: String

  /// The changes; empty if only transactions were requested.
  package var changes: [ShownChange]
}

/// A change of an object in the history.
package struct ShownChange: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case inserted, updated, deleted
  }

  package var kind: Kind
  package var object: ObjectName

  /// The properties of an update.
  package var properties: [String]

  /// The values of a deleted object that are kept.
  package var kept: [String]
}

extension StoreReader {
  /// The transactions up to a number; nil if the store keeps no history.
  ///
  /// - Parameter number: The number of the newest transaction; nil for the last one.
  /// - Returns: The transactions.
  /// - Throws: A ``BrowsingError``.
  package func history(upTo number: Int64?) throws -> HistoryExtract? {
    guard let last = lastTransaction else { return nil }
    let newest = min(max(1, number ?? last), max(1, last))
    let first = max(1, newest - HistoryExtract.pageSize + 1)
    let found = try transactions(from: first, to: newest, .transactionsOnly)
    return HistoryExtract(transactions: found.reversed(), last: last, first: first)
  }

  /// A transaction with its changes; nil if it is not in the history.
  package func transaction(_ number: Int64) throws -> ShownTransaction? {
    guard let last = lastTransaction, (1...max(1, last)).contains(number) else { return nil }
    return try transactions(from: number, to: number, .transactionsAndChanges).first
  }

  private var lastTransaction: Int64? {
    let token = context.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: [
      store
    ])
    return token?.positions.values.first
  }

  private func transactions(
    from first: Int64,
    to last: Int64,
    _ type: NSPersistentHistoryResultType
  ) throws -> [ShownTransaction] {
    do {
      return try transactions(after: first - 1, from: first, to: last, type)
    } catch let error as CocoaError
      where error.code.rawValue == NSPersistentHistoryTokenExpiredError
    {
      // The oldest ones were deleted: the remaining part is read from the beginning.
      return try transactions(after: 0, from: first, to: last, type)
    }
  }

  private func transactions(
    after number: Int64,
    from first: Int64,
    to last: Int64,
    _ type: NSPersistentHistoryResultType
  ) throws -> [ShownTransaction] {
    let token = number > 0 ? NSPersistentHistoryToken([store.identifier ?? "": number]) : nil
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    request.resultType = type
    let limit = NSFetchRequest<any NSFetchRequestResult>(entityName: "Transaction")
    limit.fetchLimit = Int(last - first + 1)
    request.fetchRequest = limit
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let found = result?.result as? [NSPersistentHistoryTransaction] ?? []
    return found.filter { (first...last).contains($0.transactionNumber) }.map(shown)
  }

  private func shown(_ transaction: NSPersistentHistoryTransaction) -> ShownTransaction {
    ShownTransaction(
      number: transaction.transactionNumber,
      time: ValueReading.text(of: transaction.timestamp),
      author: transaction.author,
      context: transaction.contextName,
      program: transaction.bundleID,
      process: transaction.processID,
      changes: (transaction.changes ?? []).map(shown)
    )
  }

  private func shown(_ change: NSPersistentHistoryChange) -> ShownChange {
    let kind: ShownChange.Kind =
      switch change.changeType {
      case .insert: .inserted
      case .update: .updated
      case .delete: .deleted
      }
    let kept = (change.tombstone ?? [:]).map { "\($0.key): \($0.value)" }
    return ShownChange(
      kind: kind,
      object: name(of: change.changedObjectID),
      properties: (change.updatedProperties ?? []).map(\.name).sorted(),
      kept: kept.sorted()
    )
  }
}
