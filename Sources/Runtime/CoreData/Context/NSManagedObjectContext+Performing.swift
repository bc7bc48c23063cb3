import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Does work where the context's work is done, and comes back at once.
  ///
  /// Changes are processed when the work is done.
  final func enqueue(_ block: @escaping () -> Void) {
    confirmThereIsAQueue()
    let work = Unchecked(block)
    queue.async {
      work.value()
      self.endPerforming()
    }
  }

  final func wait(for block: () -> Void) {
    confirmThereIsAQueue()
    queue.sync(block)
  }

  /// Does work on the context's queue, waits for it, and returns its value or throws its error.
  ///
  /// ```swift
  /// let count = try context.performAndWait { try context.count(for: Player.fetchRequest()) }
  /// ```
  ///
  /// It may be called within such work too. Changes are not processed at its end. Objects that are
  /// returned may be used on the queue only; return values or IDs.
  public final func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    confirmThereIsAQueue()
    return try queue.sync(block)
  }

  /// Does work where the context's work is done, and returns what it returns.
  ///
  /// The block is not sendable, as on Apple's platforms: it may capture objects of the context, and functions of an
  /// actor, the main actor too, may pass it as it is. It is done where the context's work is done, not on the actor:
  /// with `@Sendable in` the compiler refuses a block that uses the state of the actor.
  nonisolated(nonsending) public final func perform<T>(
    schedule: ScheduledTaskType = .immediate,
    _ block: @escaping () throws -> T
  ) async rethrows -> T {
    try await performing(schedule, block, rescue: { throw $0 })
  }

  // A continuation cannot throw what the block has thrown on behalf of a rethrowing function; a closure can.
  nonisolated(nonsending) private final func performing<T>(
    _ schedule: ScheduledTaskType,
    _ block: @escaping () throws -> T,
    rescue: (any Error) throws -> T
  ) async rethrows -> T {
    confirmThereIsAQueue()
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

  private func confirmThereIsAQueue() {
    precondition(
      queue.type != .confinementConcurrencyType,
      "Can only use -performBlock: on an NSManagedObjectContext that was created with a queue."
    )
  }
}

extension NSManagedObjectContext {
  /// The queue on which the work of a context is done.
  public struct ConcurrencyType: Hashable, Sendable {
    let type: NSManagedObjectContextConcurrencyType

    /// On a queue of the context's own.
    public static let privateQueue = Self(type: .privateQueueConcurrencyType)

    /// On the main queue.
    public static let mainQueue = Self(type: .mainQueueConcurrencyType)
  }

  /// When the work of `perform(schedule:_:)` is done.
  public enum ScheduledTaskType: Hashable, Sendable {
    /// At once if the caller is where the context's work is done; else as soon as possible.
    case immediate

    /// Always after the work that is waiting already.
    case enqueued
  }

  /// Makes a context whose work is done on a queue of the given kind.
  public convenience init(_ type: ConcurrencyType) {
    self.init(concurrencyType: type.type)
  }
}

/// Makes contexts of a class that is known at run time only; see `make_object.S`.
public protocol ManagedObjectContextMaking {}

extension NSManagedObjectContext: ManagedObjectContextMaking {
  @_silgen_name("coredata_make_context")
  class func makeContext(_ kind: NSManagedObjectContextConcurrencyType) -> NSManagedObjectContext
}

// See `ManagedObjectMaking`.
extension ManagedObjectContextMaking where Self: NSManagedObjectContext {
  /// Makes a context whose work is done on a queue of the given kind.
  @_disfavoredOverload public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
    let context = Self.makeContext(concurrencyType)
    guard let context = context as? Self else {
      preconditionFailure("\(type(of: context)) is not a \(Self.self).")
    }
    self = context
  }
}

extension NSManagedObjectContext {
  /// Stops the program if debugging is on and this is not where the context's work is done.
  @inline(__always) final func confirmQueue() {
    if checksQueue { confirmQueueSlowly() }
  }

  @inline(never) private func confirmQueueSlowly() {
    if !queue.isCurrent { ConcurrencyDebug.stop(self) }
  }
}
