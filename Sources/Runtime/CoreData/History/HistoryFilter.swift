import Foundation

/// Filters transactions by a fetch request, for their own values or for those of their changes.
struct HistoryFilter {
  private let request: NSFetchRequest<any NSFetchRequestResult>

  init(_ request: NSFetchRequest<any NSFetchRequestResult>) {
    self.request = request
  }

  /// The greatest number of transactions that are needed of a store; 0 for all.
  var storeLimit: Int {
    guard request.predicate == nil, request.fetchLimit > 0 else { return 0 }
    return max(0, request.fetchOffset) + request.fetchLimit
  }

  /// Returns the matching transactions, in the requested order.
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

  /// Returns the matching changes in some transactions.
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
