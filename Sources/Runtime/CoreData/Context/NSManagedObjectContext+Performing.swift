import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Does work where the context's work is done, and comes back at once.
  ///
  /// Changes are processed when the work is done.
  final func enqueue(_ block: @escaping () -> Void) {
    confirmThereIsAQueue()
    let work = UncheckedTransfer(block)
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
  /// It may be called within such work too. Changes are not processed at its end. Objects that are returned may be used on the
  /// queue only; return values or IDs.
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
    let work = UncheckedTransfer(block)
    let outcome = await withUnsafeContinuation { continuation in
      queue.async {
        let outcome = UncheckedTransfer(Result(catching: work.value))
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

/// Something that is handed to another thread, and not used by both at a time.
private struct UncheckedTransfer<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
