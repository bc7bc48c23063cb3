/// The type of an index for an element.
public enum NSFetchIndexElementType: UInt, Sendable, Hashable {
  /// Sorted by the values.
  case binary = 0
  /// An R-tree, for ranges of numbers in several dimensions.
  case rTree = 1
}
