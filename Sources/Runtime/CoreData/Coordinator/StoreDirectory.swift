import Foundation
import ObjectRows
import SQLStore
import Synchronization

/// The open stores of a coordinator, readable without the coordinator's lock.
final class StoreDirectory: @unchecked Sendable {
  private struct Entry {
    let open: OpenStore
    let adapter: (any DatabaseAdapter)?
    let cache: RowCache?
  }

  // Locked without a closure, whose result would have to be `Sendable`.
  private let mutex = Mutex(())

  // Protected by the lock.
  @exclusivity(unchecked) private var entries: [Entry] = []

  /// The row caches of the stores, which the entries retain, by the numbers of the stores.
  // Protected by the lock, and replaced together with the entries.
  @exclusivity(unchecked) private var caches: [Unmanaged<RowCache>?] = []

  /// The handles of the stores, by their numbers.
  // Protected by the lock.
  @exclusivity(unchecked) private var handles: [WeakHandle<NSPersistentStore>?] = []

  /// Updates the directory with the open stores.
  func update(_ stores: [OpenStore]) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    entries = stores.map { open in
      let adapter = open.adapter as? any DatabaseAdapter
      return Entry(open: open, adapter: adapter, cache: adapter?.cache)
    }
    let last = stores.map(\.number).max() ?? -1
    caches = Array(repeating: nil, count: last + 1)
    handles = Array(repeating: nil, count: last + 1)
    for entry in entries {
      caches[entry.open.number] = entry.cache.map { .passUnretained($0) }
      handles[entry.open.number] = entry.open.store.handle
    }
  }

  /// The cached row of an object.
  func cachedRow(for reference: Reference) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard reference.store < caches.count else { return nil }
    return caches[reference.store]?._withUnsafeGuaranteedRef { $0[reference] }
  }

  /// Whether an ID is of an object in a store that is open.
  func hasStore(of id: NSManagedObjectID) -> Bool {
    let number = id.reference.store
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard number < handles.count, let handle = handles[number] else { return false }
    return id.isInStore(with: handle)
  }

  /// The store with a number, if it is in a database and identifies its objects by numbers.
  func databaseStore(number: Int) -> NSPersistentStore? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return entries.first { $0.open.number == number && $0.adapter != nil }?.open.store
  }

  /// The readers of the store with a number.
  func readers(ofStore number: Int) -> (any ReaderPool)? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return entries.first { $0.open.number == number }?.adapter?.readerPool
  }

  /// The readers for a request, if it concerns one store only.
  func readers(for request: StoreFetch) -> (any ReaderPool)? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    let asked = entries.filter { $0.open.isAsked(request) }
    return asked.count == 1 ? asked[0].adapter?.readerPool : nil
  }
}
