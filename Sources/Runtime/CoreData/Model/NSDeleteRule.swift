/// The effect on the destinations of a relationship when an object is deleted.
public enum NSDeleteRule: UInt, Sendable, Hashable {
  /// Nothing: the objects at the other end keep referring to the deleted one.
  case noActionDeleteRule = 0
  /// The inverse relationship of the objects at the other end forgets the deleted one.
  case nullifyDeleteRule = 1
  /// The objects at the other end are deleted as well.
  case cascadeDeleteRule = 2
  /// While there are objects at the other end, the deletion cannot be saved.
  case denyDeleteRule = 3
}
