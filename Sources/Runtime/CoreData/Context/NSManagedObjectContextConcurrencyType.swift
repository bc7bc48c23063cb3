/// The kind of queue on which the work of a context is done.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// On the thread that made the context; for old programs.
  case confinementConcurrencyType = 0
  /// On a queue of the context's own.
  case privateQueueConcurrencyType = 1
  /// On the main queue.
  case mainQueueConcurrencyType = 2
}
