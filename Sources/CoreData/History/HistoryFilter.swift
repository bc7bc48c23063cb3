import Foundation

/// Finds the transactions that a fetch request describes, by their own values or by those of their changes.
struct HistoryFilter {
  private let request: NSFetchRequest<any NSFetchRequestResult>

  init(_ request: NSFetchRequest<any NSFetchRequestResult>) {
    self.request = request
  }

  /// Those of some transactions that are asked for, in the order that is asked for.
  func transactions(
    _ all: [NSPersistentHistoryTransaction]
  ) -> [NSPersistentHistoryTransaction] {
    var found = all
    if let predicate = request.predicate {
      if request.entityName == HistoryDescriptions.changeName {
        found = all.filter { transaction in
          (transaction.changes ?? []).contains { predicate.evaluate(with: Self.values(of: $0)) }
        }
      } else {
        found = all.filter { predicate.evaluate(with: Self.values(of: $0)) }
      }
    }
    if request.fetchOffset > 0 { found = Array(found.dropFirst(request.fetchOffset)) }
    if request.fetchLimit > 0 { found = Array(found.prefix(request.fetchLimit)) }
    return found
  }

  private static func values(of transaction: NSPersistentHistoryTransaction) -> NSDictionary {
    var values: [String: Any] = [
      "transactionNumber": NSNumber(value: transaction.transactionNumber),
      "token": NSNumber(value: transaction.transactionNumber),
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
      "changedEntity": change.changedObjectID.entity.name ?? "",
    ]
    return values as NSDictionary
  }
}
