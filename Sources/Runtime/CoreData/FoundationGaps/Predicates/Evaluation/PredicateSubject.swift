import ObjectRows
import PredicateFormat

/// An object that predicates can ask for stored properties by number: a managed object.
protocol PredicateSubject: AnyObject {
  /// The entity of the object, for which a predicate is compiled.
  var predicateEntity: any PredicateEntity { get }

  /// Returns the value at the end of a path, as the row has it.
  func storedValue(along path: SlotPath) -> Value

  /// Returns the value under a key, as key-value coding has it.
  func predicateValue(forKey key: String) -> PredicateValue
}

/// An entity that knows the numbers of its objects' properties.
protocol PredicateEntity: AnyObject {
  /// Returns the numbers of the properties along a key path; nil for a path of another form.
  func slotPath(along components: [PropertyPath.Component]) -> SlotPath?
}
