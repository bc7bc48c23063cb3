import Foundation

/// The object and the variables with which a predicate is evaluated.
struct Scope {
  /// The object that key paths start at.
  let object: PredicateValue

  /// The same object, if it is a managed object of the entity that the predicate was compiled for.
  var managed: (any PredicateSubject)?

  /// The values of variables.
  var bindings: Binding?

  /// The context argument for the blocks of expressions.
  var context: NSMutableDictionary?

  /// The value of a variable; nil if it has none.
  func variable(_ name: String) -> PredicateValue {
    var binding = bindings
    while let current = binding {
      if current.name == name { return current.value }
      binding = current.outer
    }
    return .null
  }

  /// The scope with an additional variable.
  func binding(_ name: String, to value: PredicateValue) -> Scope {
    var inner = self
    inner.bindings = Binding(name: name, value: value, outer: bindings)
    return inner
  }

  /// The variables as a dictionary for `NSPredicate`.
  var variables: [String: Any] {
    var variables: [String: Any] = [:]
    var binding = bindings
    while let current = binding {
      if variables[current.name] == nil { variables[current.name] = current.value.object }
      binding = current.outer
    }
    return variables
  }

  /// A variable with its value, linked to the other ones.
  final class Binding {
    let name: String
    let value: PredicateValue
    let outer: Binding?

    init(name: String, value: PredicateValue, outer: Binding?) {
      self.name = name
      self.value = value
      self.outer = outer
    }
  }
}
