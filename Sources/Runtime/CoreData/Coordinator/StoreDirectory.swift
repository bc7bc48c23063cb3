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

  /// The rows that the stores have in memory, by the numbers of the stores.
  @exclusivity(unchecked) private var caches: [RowCache?] = []

  /// Takes note of the stores that are open now.
  func update(_ stores: [OpenStore]) {
    lock.withLock {
      entries = stores.map { Entry(open: $0, adapter: $0.adapter as? any DatabaseAdapter) }
      let last = stores.map(\.number).max() ?? -1
      caches = Array(repeating: nil, count: last + 1)
      for entry in entries { caches[entry.open.number] = entry.adapter?.cache }
    }
  }

  /// The row of an object that a store has in memory.
  func cachedRow(for reference: Reference) -> Row? {
    cache(ofStore: reference.store)?[reference]
  }

  private func cache(ofStore number: Int) -> RowCache? {
    lock.lock()
    defer { lock.unlock() }
    return number < caches.count ? caches[number] : nil
  }

  /// The store with a number, if it is in a database and knows its objects by numbers.
  func databaseStore(number: Int) -> NSPersistentStore? {
    lock.withLock {
      entries.first { $0.open.number == number && $0.adapter != nil }?.open.store
    }
  }

  /// Those who can read from the store with a number meanwhile.
  func readers(ofStore number: Int) -> (any ReaderPool)? {
    lock.withLock { entries.first { $0.open.number == number }?.adapter?.readerPool }
  }

  /// Those who can answer a request, if it asks one store only.
  func readers(for request: StoreFetch) -> (any ReaderPool)? {
    lock.withLock {
      let asked = entries.filter { $0.open.isAsked(request) }
      return asked.count == 1 ? asked[0].adapter?.readerPool : nil
    }
  }
}
