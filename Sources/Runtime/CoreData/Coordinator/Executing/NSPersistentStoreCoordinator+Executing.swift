import Foundation
import ManagedModel
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

extension NSPersistentStoreCoordinator {
  /// Executes a request in the stores.
  ///
  /// A fetch request returns an array, a save request an empty one. A request that no store supports is refused with
  /// ``NSPersistentStoreUnsupportedRequestTypeError``.
  public final func execute(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext
  ) throws -> Any {
    try lock.withLock {
      switch request {
      case let request as any FetchRequesting: return try request.results(in: context)
      case let request as NSSaveChangesRequest: return try save(request, in: context)
      default:
        return try executeInStores(request, with: context)
          ?? executeInCustomStores(request, with: context)
      }
    }
  }

  private func save(
    _ request: NSSaveChangesRequest,
    in context: NSManagedObjectContext
  ) throws -> Any {
    for open in affectedStores(of: request) {
      let changes = StoreChanges(to: open.adapter, of: context)
      try changes.insert(objects(request.insertedObjects, in: open))
      try changes.update(objects(request.updatedObjects, in: open))
      changes.delete(objects(request.deletedObjects, in: open))
      guard !changes.isEmpty || open.store.hasUnsavedMetadata else { continue }
      do {
        try open.adapter.save(changes)
      } catch is StoreConflicts {
        // There is no context whose policy could resolve conflicts.
        throw StoreFailure.error(
          NSManagedObjectMergeError,
          "Objects were changed in the store since they were read.",
          url: open.store.url
        )
      }
      open.store.hasUnsavedMetadata = false
    }
    return [Any]()
  }

  private func objects(_ objects: Set<NSManagedObject>?, in open: OpenStore) -> [NSManagedObject] {
    (objects ?? []).filter { $0.reference.store == open.number }
      .sorted { $0.reference.number < $1.reference.number }
  }

  /// Executes a request with the stores of this module; nil if none of them supports it.
  private func executeInStores(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext
  ) throws -> NSPersistentStoreResult? {
    let stores = affectedStores(of: request)
    guard stores.contains(where: { $0.adapter is any RequestExecuting }) else { return nil }
    return switch request {
    case let request as NSBatchInsertRequest:
      try BatchExecution(stores, context, self).result(of: request)
    case let request as NSBatchUpdateRequest:
      try BatchExecution(stores, context, self).result(of: request)
    case let request as NSBatchDeleteRequest:
      try BatchExecution(stores, context, self).result(of: request)
    case let request as NSPersistentHistoryChangeRequest:
      try HistoryExecution(stores).result(of: request)
    default: nil
    }
  }

  private func executeInCustomStores(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext
  ) throws -> Any {
    let stores = affectedStores(of: request).compactMap { $0.store as? NSIncrementalStore }
    guard !stores.isEmpty else {
      throw StoreFailure.error(
        NSPersistentStoreUnsupportedRequestTypeError,
        "No store can execute a request of the class \(type(of: request))."
      )
    }
    let results = try stores.map { try $0.execute(request, with: context) }
    return results.count == 1 ? results[0] : results.flatMap { $0 as? [Any] ?? [$0] }
  }

  /// The open stores that a request is sent to.
  private func affectedStores(of request: NSPersistentStoreRequest) -> [OpenStore] {
    guard let affected = request.affectedStores else { return openStores }
    return openStores.filter { open in affected.contains { $0 === open.store } }
  }
}

// Requests that stores execute for many objects at once.
extension NSPersistentStoreCoordinator {
  final func dictionaries(
    _ request: StoreFetch,
    _ plan: DictionaryPlan
  ) throws -> [NSDictionary]? {
    try reading(directory.readers(for: request)) {
      try $0.dictionaries(request, plan)
    } or: {
      // Results of several stores can be grouped and sorted only together.
      try onlyAdapter(for: request)?.dictionaries(request, plan)
    }
  }

  final func readRows(of references: [Reference]) throws {
    let byStore = Dictionary(grouping: references.filter { !$0.isTemporary }, by: \.store)
    let only = byStore.count == 1 ? byStore.first : nil
    try reading(only.flatMap { directory.readers(ofStore: $0.key) }) { reader in
      if let only { try reader.readRows(of: only.value) }
    } or: {
      for open in openStores {
        if let wanted = byStore[open.number] { try open.adapter.readRows(of: wanted) }
      }
    }
  }

  final func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    let byStore = Dictionary(grouping: references.filter { !$0.isTemporary }, by: \.store)
    let only = byStore.count == 1 ? byStore.first : nil
    return try reading(only.flatMap { directory.readers(ofStore: $0.key) }) { reader in
      guard let only else { return [:] }
      return try reader.related(toAll: only.value, of: shape, at: index)
    } or: {
      var found: [Reference: StoreFetchResult] = [:]
      for open in openStores {
        guard let wanted = byStore[open.number] else { continue }
        guard let part = try open.adapter.related(toAll: wanted, of: shape, at: index) else {
          return nil
        }
        if found.isEmpty { found = part } else { found.merge(part) { first, _ in first } }
      }
      return found
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns the current end of the histories of some stores, or of all if none are given.
  ///
  /// It is nil if none of the stores has a history. A program that follows a store keeps it as its first position.
  ///
  /// ```swift
  /// let token = coordinator.currentPersistentHistoryToken(fromStores: nil)
  /// ```
  public final func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    historyToken(known: [:]) { open in
      stores?.contains { $0 as AnyObject === open.store } ?? true
    }
  }

  /// The ends of the histories of the stores that have one, after a save; nil if none has.
  ///
  /// Others may have saved since then: a program that continued from the current end would miss their changes.
  final func historyToken(after saved: SavedObjects) -> NSPersistentHistoryToken? {
    historyToken(known: saved.historyTransactions) { open in
      (open.adapter as? SQLAdapter)?.engine.keepsHistory == true
    }
  }

  /// The ends of the histories of some stores; those that are not known are read.
  private func historyToken(
    known: [String: Int64],
    of isIncluded: (OpenStore) -> Bool
  ) -> NSPersistentHistoryToken? {
    lock.withLock {
      var positions: [String: Int64] = [:]
      for open in openStores where isIncluded(open) {
        let identifier = open.store.identifier ?? ""
        positions[identifier] = known[identifier] ?? lastHistoryTransaction(of: open)
      }
      return positions.isEmpty ? nil : NSPersistentHistoryToken(positions)
    }
  }

  private func lastHistoryTransaction(of open: OpenStore) -> Int64? {
    try? (open.adapter as? any RequestExecuting)?.lastHistoryTransaction()
  }
}

extension NSPersistentStoreCoordinator {
  /// Calls a function for each statement that the stores in databases run; nil ends that.
  package final func observeStatements(_ report: ((_ sql: String) -> Void)?) {
    lock.withLock {
      for open in openStores {
        let show = report.map { report in { (trace: SQLTrace) in report(trace.sql) } }
        (open.adapter as? SQLiteAdapter)?.connection.trace(show)
        (open.adapter as? ServerAdapter)?.observeStatements(show)
      }
    }
  }
}
