import ObjectRows
import PredicateFormat

/// An object whose stored properties predicates read by slot: a managed object.
protocol PredicateSubject: AnyObject {
  /// The entity of the object, for which a predicate is compiled.
  var predicateEntity: any PredicateEntity { get }

  /// Returns the value at the end of a path from the row.
  func storedValue(along path: SlotPath) -> Value

  /// Returns the value for a key, following key-value coding.
  func predicateValue(forKey key: String) -> PredicateValue
}

/// An entity that provides the slots of its objects' properties.
protocol PredicateEntity: AnyObject {
  /// Returns the slots of the properties along a key path; nil for a path of another form.
  func slotPath(along components: [PropertyPath.Component]) -> SlotPath?

  /// Whether a key path has a to-many relationship, so that it may lead to several values.
  func isToMany(_ components: [PropertyPath.Component]) -> Bool
}
