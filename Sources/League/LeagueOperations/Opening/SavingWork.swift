import CoreData
import Dispatch
import Foundation

/// A save of a context that reports its progress.
///
/// A save is atomic in a store, so its progress can only be estimated from the time that it
/// took to make the changes. It approaches 1 and reaches it at the end.
struct SavingWork {
  private let context: NSManagedObjectContext
  private let expected: Duration
  private let save: (NSManagedObjectContext) throws -> Void

  /// The interval at which progress is reported.
  private static let interval = DispatchTimeInterval.milliseconds(50)

  init(
    _ context: NSManagedObjectContext,
    expected: Duration,
    _ save: @escaping (NSManagedObjectContext) throws -> Void
  ) {
    self.context = context
    self.expected = expected
    self.save = save
  }

  func run(telling progress: ((Double) throws -> Void)?) throws {
    guard let progress else { return try context.performAndWait { try save(context) } }
    try progress(0)
    let start = ContinuousClock.now
    let outcome = Outcome()
    context.perform { [context, save] in
      outcome.value = Result { try save(context) }
      outcome.isThere.signal()
    }
    while outcome.isThere.wait(timeout: .now() + Self.interval) == .timedOut {
      let part = (ContinuousClock.now - start) / max(expected, .milliseconds(1))
      try? progress(1 - exp(-1.5 * part))
    }
    try outcome.value.get()
    try? progress(1)
  }

  /// The end of the save, read only after it was signalled.
  private final class Outcome: @unchecked Sendable {
    let isThere = DispatchSemaphore(value: 0)
    var value = Result<Void, any Error>.success(())
  }
}
