/// The effect on the destinations of a relationship when an object is deleted.
public enum NSDeleteRule: UInt, Sendable, Hashable {
  /// None: the objects at the other end keep referring to the deleted one.
  case noActionDeleteRule = 0
  /// The deleted object is removed from the inverse relationship of the objects at the other end.
  case nullifyDeleteRule = 1
  /// The objects at the other end are deleted as well.
  case cascadeDeleteRule = 2
  /// The deletion cannot be saved while there are objects at the other end.
  case denyDeleteRule = 3
}
