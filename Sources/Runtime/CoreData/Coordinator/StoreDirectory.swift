import Foundation
import ObjectRows
import SQLStore

/// The open stores of a coordinator, readable without the coordinator's lock.
final class StoreDirectory: @unchecked Sendable {
  private struct Entry {
    let open: OpenStore
    let adapter: (any DatabaseAdapter)?
  }

  private let lock = NSLock()

  // Protected by the lock.
  @exclusivity(unchecked) private var entries: [Entry] = []

  /// The row caches of the stores, by the numbers of the stores.
  @exclusivity(unchecked) private var caches: [RowCache?] = []

  /// Updates the directory with the open stores.
  func update(_ stores: [OpenStore]) {
    lock.withLock {
      entries = stores.map { Entry(open: $0, adapter: $0.adapter as? any DatabaseAdapter) }
      let last = stores.map(\.number).max() ?? -1
      caches = Array(repeating: nil, count: last + 1)
      for entry in entries { caches[entry.open.number] = entry.adapter?.cache }
    }
  }

  /// The cached row of an object.
  func cachedRow(for reference: Reference) -> Row? {
    cache(ofStore: reference.store)?[reference]
  }

  private func cache(ofStore number: Int) -> RowCache? {
    lock.lock()
    defer { lock.unlock() }
    return number < caches.count ? caches[number] : nil
  }

  /// The store with a number, if it is in a database and identifies its objects by numbers.
  func databaseStore(number: Int) -> NSPersistentStore? {
    lock.withLock {
      entries.first { $0.open.number == number && $0.adapter != nil }?.open.store
    }
  }

  /// The readers of the store with a number.
  func readers(ofStore number: Int) -> (any ReaderPool)? {
    lock.withLock { entries.first { $0.open.number == number }?.adapter?.readerPool }
  }

  /// The readers for a request, if it concerns one store only.
  func readers(for request: StoreFetch) -> (any ReaderPool)? {
    lock.withLock {
      let asked = entries.filter { $0.open.isAsked(request) }
      return asked.count == 1 ? asked[0].adapter?.readerPool : nil
    }
  }
}
