import Foundation

extension NSManagedObject {
  /// The value of a property as predicates see it: nil for what is none, as a predicate may come from users.
  final func predicateValue(forKey key: String) -> PredicateValue {
    if shape.indexByName[key] != nil { return PredicateValue(value(forKey: key)) }
    switch key {
    case "self", "SELF": return .object(self)
    case "objectID": return .object(objectID)
    case "entity": return .object(shape.entity)
    default: break
    }
    // A class may know keys that the model does not.
    state.insert(.isAskedByPredicate)
    defer { state.remove(.isAskedByPredicate) }
    return PredicateValue(value(forKey: key))
  }
}
