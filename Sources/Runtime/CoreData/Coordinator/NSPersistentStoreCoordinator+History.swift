import Foundation
import SQLStore

extension NSPersistentStoreCoordinator {
  /// The place where the histories of stores end; of all stores if none are named.
  ///
  /// It is nil if none of the stores keeps its history.
  public final func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    lock.withLock {
      var positions: [String: Int64] = [:]
      for open in openStores {
        if let stores, !stores.contains(where: { $0 as AnyObject === open.store }) { continue }
        guard let adapter = open.adapter as? any RequestExecuting,
          let last = try? adapter.lastHistoryTransaction()
        else { continue }
        positions[open.store.identifier ?? ""] = last
      }
      return positions.isEmpty ? nil : NSPersistentHistoryToken(positions)
    }
  }

  /// Where the histories of the stores that keep one end; nil if none does.
  final func historyTokenAfterSaving() -> NSPersistentHistoryToken? {
    let stores = lock.withLock {
      openStores.filter { ($0.adapter as? SQLAdapter)?.engine.keepsHistory == true }.map(\.store)
    }
    return stores.isEmpty ? nil : currentPersistentHistoryToken(fromStores: stores)
  }
}
