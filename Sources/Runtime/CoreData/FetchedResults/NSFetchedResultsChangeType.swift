/// The kind of change of an object or a section of the results.
public enum NSFetchedResultsChangeType: UInt, Sendable, Hashable {
  /// It has come.
  case insert = 1
  /// It has gone.
  case delete = 2
  /// It has another place, and other values perhaps.
  case move = 3
  /// It has other values, which do not affect its place.
  case update = 4
}
