/// The kind of a context's queue.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// No queue: the thread that created the context; for old programs.
  case confinementConcurrencyType = 0
  /// A private queue of the context.
  case privateQueueConcurrencyType = 1
  /// The main queue.
  case mainQueueConcurrencyType = 2
}
