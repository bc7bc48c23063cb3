import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Schedules work on the context's queue, and returns at once.
  ///
  /// Changes are processed at the end of the work.
  final func enqueue(_ block: @escaping () -> Void) {
    confirmQueueExists()
    let work = Unchecked(block)
    queue.async {
      work.value()
      self.endPerforming()
    }
  }

  final func wait(for block: () -> Void) {
    confirmQueueExists()
    queue.sync(block)
  }

  /// Runs a block on the context's queue, waits for it, and returns its value or throws its error.
  ///
  /// ```swift
  /// let count = try context.performAndWait { try context.count(for: Player.fetchRequest()) }
  /// ```
  ///
  /// It may be nested. Changes are not processed at its end. Managed objects may be used on the queue only, so return
  /// values or IDs.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    confirmQueueExists()
    return try queue.sync(block)
  }

  /// Runs a block on the context's queue, and returns its value or throws its error.
  ///
  /// ```swift
  /// let count = try await context.perform { try context.count(for: Player.fetchRequest()) }
  /// ```
  ///
  /// The block is not `@Sendable`, as on Apple's platforms: it may capture objects of the context, and functions of
  /// an actor, the main actor too, may pass it as it is. It runs on the context's queue, not on the actor: with
  /// `@Sendable in` the compiler refuses a block that uses the state of the actor.
  nonisolated(nonsending) public final func perform<T>(
    schedule: ScheduledTaskType = .immediate,
    _ block: @escaping () throws -> T
  ) async rethrows -> T {
    try await performing(schedule, block, rescue: { throw $0 })
  }

  // A continuation cannot rethrow the error of the block on behalf of a rethrowing function; a closure can.
  nonisolated(nonsending) private final func performing<T>(
    _ schedule: ScheduledTaskType,
    _ block: @escaping () throws -> T,
    rescue: (any Error) throws -> T
  ) async rethrows -> T {
    confirmQueueExists()
    if schedule == .immediate, queue.isCurrent { return try block() }
    let work = Unchecked(block)
    let outcome = await withUnsafeContinuation { continuation in
      queue.async {
        let outcome = Unchecked(Result(catching: work.value))
        self.endPerforming()
        continuation.resume(returning: outcome)
      }
    }
    switch outcome.value {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    }
  }

  private func endPerforming() {
    processPendingChanges()
    mergedInsertions = []
  }

  private func confirmQueueExists() {
    precondition(
      queue.type != .confinementConcurrencyType,
      "Can only use -performBlock: on an NSManagedObjectContext that was created with a queue."
    )
  }
}

extension NSManagedObjectContext {
  /// The kind of a context's queue.
  public struct ConcurrencyType: Hashable, Sendable {
    let type: NSManagedObjectContextConcurrencyType

    /// A private queue of the context.
    public static let privateQueue = Self(type: .privateQueueConcurrencyType)

    /// The main queue.
    public static let mainQueue = Self(type: .mainQueueConcurrencyType)
  }

  /// The time at which the block of `perform(schedule:_:)` runs.
  public enum ScheduledTaskType: Hashable, Sendable {
    /// At once if the caller is on the context's queue; otherwise as soon as possible.
    case immediate

    /// Always after the work that is already scheduled.
    case enqueued
  }

  /// Creates a context with a queue of the given kind.
  public convenience init(_ type: ConcurrencyType) {
    self.init(concurrencyType: type.type)
  }
}

/// Creates contexts of a class that is known at run time only; see `make_object.S`.
public protocol ManagedObjectContextMaking {}

extension NSManagedObjectContext: ManagedObjectContextMaking {
  @_silgen_name("coredata_make_context")
  class func makeContext(_ kind: NSManagedObjectContextConcurrencyType) -> NSManagedObjectContext
}

// See `ManagedObjectMaking`.
extension ManagedObjectContextMaking where Self: NSManagedObjectContext {
  /// Creates a context with a queue of the given kind.
  @_disfavoredOverload public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
    let context = Self.makeContext(concurrencyType)
    guard let context = context as? Self else {
      preconditionFailure("\(type(of: context)) is not a \(Self.self).")
    }
    self = context
  }
}

extension NSManagedObjectContext {
  /// Stops the program if debugging is enabled and the caller is not on the context's queue.
  @inline(__always) final func confirmQueue() {
    if checksQueue { confirmQueueSlowly() }
  }

  @inline(never) private func confirmQueueSlowly() {
    if !queue.isCurrent { ConcurrencyDebug.stop(self) }
  }
}
