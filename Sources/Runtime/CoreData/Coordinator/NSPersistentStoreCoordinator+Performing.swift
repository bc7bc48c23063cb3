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

/// A value of any type that goes to another thread: as on Apple's platforms, the sender must not use it meanwhile.
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
