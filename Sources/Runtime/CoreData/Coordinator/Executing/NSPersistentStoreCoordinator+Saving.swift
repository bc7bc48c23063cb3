import Foundation
import ObjectRows

extension NSPersistentStoreCoordinator {
  /// Runs one save with exclusive use of the coordinator.
  final func saving<Result>(_ body: () throws -> Result) rethrows -> Result {
    let stores = openStores
    for open in stores { open.transactions?.beginSave() }
    defer { for open in stores { open.transactions?.endSave() } }
    return try body()
  }

  /// Begins the transactions of the stores with changes.
  ///
  /// - Returns: Whether other programs may have saved since the last save. Their stores have set all rows aside, of
  ///   which those of the changes are read again.
  final func beginWriting(_ changes: SavedObjects) throws -> Bool {
    if changes.isEmpty { return false }
    let numbers = openStores.count == 1 ? nil : Set(changes.all.lazy.map(\.reference.store))
    var hasNews = false
    for open in openStores where numbers?.contains(open.number) ?? true {
      guard let transactions = open.transactions, try transactions.beginWriting() else { continue }
      hasNews = true
      let known = (changes.updated + changes.deleted).lazy.map(\.reference)
      try open.adapter.readRows(of: known.filter { $0.store == open.number })
    }
    if hasNews { newsCount += 1 }
    return hasNews
  }

  /// The numbers of the current save's transactions in the histories, by the identifiers of the stores.
  final var savedHistoryTransactions: [String: Int64] {
    var numbers: [String: Int64] = [:]
    for open in openStores {
      guard let number = open.transactions?.historyTransaction else { continue }
      numbers[open.store.identifier ?? ""] = number
    }
    return numbers
  }

  /// Finds out whether a save whose outcome was uncertain has happened; Apple's Core Data does not have this method.
  ///
  /// A save to a PostgreSQL store fails with ``OpenCoreDataUncertainSaveError`` if the answer to its commit was lost
  /// and no server could tell in time whether it had happened. This method asks again. If the save has not happened,
  /// it never will, and the context can be saved again; if it has, the changes are in the store already, and the
  /// context must be refreshed instead.
  ///
  /// - Parameter error: The error of the save.
  /// - Returns: Whether the save happened.
  /// - Throws: An error if it still is not known, or if `error` is not one of an uncertain save.
  public final func settleUncertainSave(_ error: any Error) throws -> Bool {
    let error = error as NSError
    guard error.domain == NSCocoaErrorDomain, error.code == OpenCoreDataUncertainSaveError,
      let text = error.userInfo[ServerFailure.transactionKey] as? String,
      let transaction = UUID(uuidString: text)
    else {
      throw StoreFailure.error(NSCoreDataError, "The error is not one of an uncertain save.")
    }
    let place = error.userInfo[NSURLErrorKey] as? URL
    let found = lock.withLock {
      openStores.first { $0.adapter is ServerAdapter && (place == nil || $0.store.url == place) }
    }
    guard let adapter = found?.adapter as? ServerAdapter else {
      throw StoreFailure.error(
        NSPersistentStoreOperationError,
        "The store of the save is not open.",
        url: place
      )
    }
    return try lock.withLock { try adapter.happened(transaction) }
  }
}
