import Foundation

/// Finds the transactions that a fetch request describes, by their own values or by those of their changes.
struct HistoryFilter {
  private let request: NSFetchRequest<any NSFetchRequestResult>

  init(_ request: NSFetchRequest<any NSFetchRequestResult>) {
    self.request = request
  }

  /// The number of transactions of a store that are enough; 0 if all are needed.
  var storeLimit: Int {
    guard request.predicate == nil, request.fetchLimit > 0 else { return 0 }
    return max(0, request.fetchOffset) + request.fetchLimit
  }

  /// Those of some transactions that are asked for, in the order that is asked for.
  func transactions(
    _ all: [NSPersistentHistoryTransaction]
  ) -> [NSPersistentHistoryTransaction] {
    var found = all
    if let predicate = request.predicate {
      if isAboutChanges {
        found = all.filter { ($0.changes ?? []).contains(where: fits) }
      } else {
        found = all.filter { predicate.evaluate(with: Self.values(of: $0)) }
      }
    }
    if request.fetchOffset > 0 { found = Array(found.dropFirst(request.fetchOffset)) }
    if request.fetchLimit > 0 { found = Array(found.prefix(request.fetchLimit)) }
    return found
  }

  /// The changes in some transactions that are asked for.
  func changes(in transactions: [NSPersistentHistoryTransaction]) -> [NSPersistentHistoryChange] {
    let all = transactions.flatMap { $0.changes ?? [] }
    return isAboutChanges ? all.filter(fits) : all
  }

  private var isAboutChanges: Bool { request.entityName == HistoryDescriptions.changeName }

  private func fits(_ change: NSPersistentHistoryChange) -> Bool {
    request.predicate?.evaluate(with: Self.values(of: change)) ?? true
  }

  private static func values(of transaction: NSPersistentHistoryTransaction) -> NSDictionary {
    var values: [String: Any] = [
      "transactionNumber": NSNumber(value: transaction.transactionNumber),
      "token": transaction.token,
      "timestamp": transaction.timestamp,
      "storeID": transaction.storeID,
      "bundleID": transaction.bundleID,
      "processID": transaction.processID,
    ]
    values["author"] = transaction.author
    values["contextName"] = transaction.contextName
    return values as NSDictionary
  }

  private static func values(of change: NSPersistentHistoryChange) -> NSDictionary {
    let values: [String: Any] = [
      "changeID": NSNumber(value: change.changeID),
      "changeType": NSNumber(value: change.changeType.rawValue),
      "changedObjectID": change.changedObjectID,
      "changedEntity": change.changedObjectID.entity,
    ]
    return values as NSDictionary
  }
}
