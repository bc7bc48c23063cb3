import Foundation
import SQLStore

/// Executes requests about the histories of stores.
struct HistoryExecution {
  private let stores: [OpenStore]

  init(_ stores: [OpenStore]) {
    self.stores = stores
  }

  /// Returns the result of a request; nil if no store keeps a history.
  func result(
    of request: NSPersistentHistoryChangeRequest
  ) throws -> NSPersistentHistoryResult? {
    switch request.subject {
    case .after(let token):
      return try answer(request) { .transaction(token?.positions[$0.identifier ?? ""] ?? 0) }
    case .afterDate(let date):
      return try answer(request) { _ in .date(date.timeIntervalSinceReferenceDate) }
    case .forgettingBefore(let token):
      try forget(request) { store in
        guard let token else { return .all }
        return .before(token.positions[store.identifier ?? ""] ?? 0)
      }
    case .forgettingBeforeDate(let date):
      try forget(request) { _ in .beforeDate(date.timeIntervalSinceReferenceDate) }
    }
    return NSPersistentHistoryResult(true, .statusOnly)
  }

  private func forget(
    _ request: NSPersistentHistoryChangeRequest,
    _ part: (NSPersistentStore) -> HistoryPart
  ) throws {
    let filter = request.fetchRequest.map(HistoryFilter.init)
    for open in stores {
      guard let adapter = open.adapter as? any RequestExecuting else { continue }
      var part = part(open.store)
      if let filter { part = .transactions(try matches(of: filter, in: part, adapter)) }
      try adapter.forgetHistory(part)
    }
  }

  /// The numbers of the transactions in a part of a store's history that a filter matches.
  private func matches(
    of filter: HistoryFilter,
    in part: HistoryPart,
    _ adapter: any RequestExecuting
  ) throws -> [Int64] {
    let query = HistoryQuery(start: .transaction(0), wantsChanges: true)
    let all = try adapter.history(query) ?? []
    return filter.transactions(all.filter(part.contains)).map(\.transactionNumber)
  }

  private func answer(
    _ request: NSPersistentHistoryChangeRequest,
    start: (NSPersistentStore) -> HistoryQuery.Start
  ) throws -> NSPersistentHistoryResult? {
    let type = request.resultType
    let filter = request.fetchRequest.map(HistoryFilter.init)
    let wantsChanges = type != .transactionsOnly && type != .statusOnly
    var found: [NSPersistentHistoryTransaction] = []
    var isKept = false
    for open in stores {
      let query = HistoryQuery(
        start: start(open.store),
        wantsChanges: wantsChanges,
        limit: filter?.storeLimit ?? 0
      )
      let adapter = open.adapter as? any RequestExecuting
      guard let transactions = try adapter?.history(query) else { continue }
      isKept = true
      found += transactions
    }
    guard isKept else { return nil }
    if stores.count > 1 { found.sort { $0.timestamp < $1.timestamp } }
    if let filter { found = filter.transactions(found) }
    let changes = filter?.changes(in: found) ?? found.flatMap { $0.changes ?? [] }
    let result: Any =
      switch type {
      case .statusOnly: true
      case .objectIDs: changes.map(\.changedObjectID)
      case .count: changes.count
      case .changesOnly: changes
      case .transactionsOnly, .transactionsAndChanges: found
      }
    return NSPersistentHistoryResult(result, type)
  }
}

extension HistoryPart {
  fileprivate func contains(_ transaction: NSPersistentHistoryTransaction) -> Bool {
    switch self {
    case .all: true
    case .before(let number): transaction.transactionNumber < number
    case .beforeDate(let seconds): transaction.timestamp.timeIntervalSinceReferenceDate < seconds
    case .transactions(let numbers): numbers.contains(transaction.transactionNumber)
    }
  }
}
