import Foundation
import ObjectRows

extension NSPersistentStoreCoordinator {
  /// Does work with exclusive use of the coordinator, and waits for it.
  @_disfavoredOverload
  public final func performAndWait(_ block: () -> Void) {
    lock.withLock(block)
  }

  /// Does work with exclusive use of the coordinator, waits for it, and returns its result.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try lock.withLock(block)
  }

  /// Does work on the coordinator's queue with exclusive use of the coordinator.
  nonisolated(nonsending) public final func perform<T>(
    _ block: @escaping () throws -> T
  ) async rethrows -> T {
    try await perform(block) { throw $0 }
  }

  /// Does work on the coordinator's queue, and comes back at once.
  public final func perform(_ block: @escaping () -> Void) {
    let work = Unchecked(block)
    queue.async { [self] in lock.withLock { work.value() } }
  }

  // Only what a closure argument throws may be thrown again; hence the second closure.
  nonisolated(nonsending) private final func perform<T>(
    _ block: @escaping () throws -> T,
    rescue: (any Error) throws -> T
  ) async rethrows -> T {
    let work = Unchecked(block)
    let result: Unchecked<Result<T, any Error>> = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: Unchecked(lock.withLock { Result(catching: work.value) }))
      }
    }
    switch result.value {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    }
  }
}

/// A value that goes to another thread, whatever its type: as on Apple's platforms, whoever sends it must not use
/// it meanwhile.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Makes coordinators of a class that is known at run time only; see `make_object.S`.
public protocol PersistentStoreCoordinatorMaking {}

extension NSPersistentStoreCoordinator: PersistentStoreCoordinatorMaking {
  @_silgen_name("coredata_make_coordinator")
  class func makeCoordinator(_ model: __owned NSManagedObjectModel) -> NSPersistentStoreCoordinator
}

// See `ManagedObjectMaking`.
extension PersistentStoreCoordinatorMaking where Self: NSPersistentStoreCoordinator {
  /// Makes a coordinator without stores.
  @_disfavoredOverload public init(managedObjectModel model: NSManagedObjectModel) {
    let coordinator = Self.makeCoordinator(model)
    guard let coordinator = coordinator as? Self else {
      preconditionFailure("\(type(of: coordinator)) is not a \(Self.self).")
    }
    self = coordinator
  }
}

extension NSPersistentStoreCoordinator {
  /// Whether a save happened of which that was not known; Apple's Core Data does not have this method.
  ///
  /// A save to a PostgreSQL store fails with ``OpenCoreDataUncertainSaveError`` if the answer to its commit was lost and
  /// no server could say in time whether it had happened. This method asks again. If the answer is no, the save never
  /// will happen, and the context can be saved again; if it is yes, what the context holds is in the store already, and
  /// the context is to be refreshed instead.
  ///
  /// - Parameter error: The error of the save.
  /// - Returns: Whether the save happened.
  /// - Throws: An error if it still cannot be said, or if the error is not one of an uncertain save.
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

extension NSPersistentStoreCoordinator {
  /// Does all that belongs to one save.
  final func saving<Result>(_ body: () throws -> Result) rethrows -> Result {
    let adapters = openStores.compactMap { $0.adapter as? any SaveTransacting }
    for adapter in adapters { adapter.beginSave() }
    defer { for adapter in adapters { adapter.endSave() } }
    return try body()
  }
}

extension NSPersistentStoreCoordinator {
  /// What this coordinator, its stores and its contexts have done so far; Apple's Core Data does not have it.
  public final var openCoreDataMetrics: CoreDataMetrics { metrics.value }
}
