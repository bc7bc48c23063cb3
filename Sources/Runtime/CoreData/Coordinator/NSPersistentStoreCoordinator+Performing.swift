import Foundation
import ObjectRows

extension NSPersistentStoreCoordinator {
  /// Runs a block with exclusive use of the coordinator, and waits for it.
  @_disfavoredOverload
  public final func performAndWait(_ block: () -> Void) {
    lock.withLock(block)
  }

  /// Runs a block with exclusive use of the coordinator, waits for it, and returns its value or throws its error.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try lock.withLock(block)
  }

  /// Runs a block on the coordinator's queue with exclusive use of the coordinator, and returns its value or throws
  /// its error.
  nonisolated(nonsending) public final func perform<T>(
    _ block: @escaping () throws -> T
  ) async rethrows -> T {
    try await perform(block) { throw $0 }
  }

  /// Schedules a block on the coordinator's queue, and returns at once.
  public final func perform(_ block: @escaping () -> Void) {
    let work = Unchecked(block)
    queue.async { [self] in lock.withLock { work.value() } }
  }

  // A rethrowing function may only throw the errors of its closure arguments; hence the second closure.
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

/// A value of any type that is sent to another thread: as on Apple's platforms, the sender must not use it meanwhile.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Creates coordinators of a class that is known at run time only; see `make_object.S`.
public protocol PersistentStoreCoordinatorMaking {}

extension NSPersistentStoreCoordinator: PersistentStoreCoordinatorMaking {
  @_silgen_name("coredata_make_coordinator")
  class func makeCoordinator(_ model: __owned NSManagedObjectModel) -> NSPersistentStoreCoordinator
}

// See `ManagedObjectMaking`.
extension PersistentStoreCoordinatorMaking where Self: NSPersistentStoreCoordinator {
  /// Creates a coordinator without stores.
  @_disfavoredOverload public init(managedObjectModel model: NSManagedObjectModel) {
    let coordinator = Self.makeCoordinator(model)
    guard let coordinator = coordinator as? Self else {
      preconditionFailure("\(type(of: coordinator)) is not a \(Self.self).")
    }
    self = coordinator
  }
}
