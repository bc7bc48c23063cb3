/// The kind of change of an object or a section of the results.
public enum NSFetchedResultsChangeType: UInt, Sendable, Hashable {
  /// It was inserted.
  case insert = 1
  /// It was deleted.
  case delete = 2
  /// It was moved, and perhaps changed.
  case move = 3
  /// It was changed without being moved.
  case update = 4
}
