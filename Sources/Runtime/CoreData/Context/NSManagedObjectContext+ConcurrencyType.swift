extension NSManagedObjectContext {
  /// Where the work of a context is done.
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
