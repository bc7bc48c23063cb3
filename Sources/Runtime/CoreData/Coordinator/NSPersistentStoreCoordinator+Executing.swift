import Foundation
import ObjectRows

extension NSPersistentStoreCoordinator {
  /// Lets the stores do what a request asks for.
  ///
  /// A fetch request yields an array, a save request an empty one. A request that the stores do not know is
  /// refused with ``NSPersistentStoreUnsupportedRequestTypeError``.
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
      var changes = StoreChanges(to: open.adapter, of: context)
      try changes.insert(objects(request.insertedObjects, in: open))
      try changes.update(objects(request.updatedObjects, in: open))
      changes.delete(objects(request.deletedObjects, in: open))
      guard !changes.isEmpty || open.store.hasUnsavedMetadata else { continue }
      do {
        try open.adapter.save(changes)
      } catch is StoreConflicts {
        // No context is asked for its policy here.
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

  /// Executes a request by stores of this module; nil if none of them knows it.
  private func executeInStores(
    _ request: NSPersistentStoreRequest,
    with context: NSManagedObjectContext
  ) throws -> NSPersistentStoreResult? {
    let stores = affectedStores(of: request).filter { $0.adapter is any RequestExecuting }
    guard !stores.isEmpty else { return nil }
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

  /// The open stores that a request is for.
  private func affectedStores(of request: NSPersistentStoreRequest) -> [OpenStore] {
    guard let affected = request.affectedStores else { return openStores }
    return openStores.filter { open in affected.contains { $0 === open.store } }
  }
}

/// A fetch request, whatever its results are.
protocol FetchRequesting {
  /// A request that asks the same, for results of any type.
  var untyped: NSFetchRequest<any NSFetchRequestResult> { get }

  func results(in context: NSManagedObjectContext) throws -> Any
}

extension NSFetchRequest: FetchRequesting {
  var untyped: NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest<any NSFetchRequestResult>(copying: self)
  }

  /// Returns the saved objects that the request finds.
  func results(in context: NSManagedObjectContext) throws -> Any {
    let request = untyped
    request.includesPendingChanges = false
    return try context.fetch(request)
  }
}
