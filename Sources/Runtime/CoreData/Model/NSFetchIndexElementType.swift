/// The way in which an element of a fetch index is organised.
public enum NSFetchIndexElementType: UInt, Sendable, Hashable {
  /// By the order of the values.
  case binary = 0
  /// As an R-tree, for ranges of numbers in several dimensions.
  case rTree = 1
}
