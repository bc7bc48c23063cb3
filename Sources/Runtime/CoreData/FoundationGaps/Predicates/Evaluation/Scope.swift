import Foundation

/// The object and the variables with which a predicate is evaluated.
struct Scope {
  /// The object that key paths start at.
  let object: PredicateValue

  /// The same object, if it is a managed one of the entity that the predicate was compiled for.
  var managed: (any PredicateSubject)?

  /// The values of variables.
  var bindings: Binding?

  /// The context argument for the blocks of expressions.
  var context: NSMutableDictionary?

  /// The value of a variable; nil when it has none.
  func variable(_ name: String) -> PredicateValue {
    var binding = bindings
    while let current = binding {
      if current.name == name { return current.value }
      binding = current.outer
    }
    return .null
  }

  /// The scope with one variable more.
  func binding(_ name: String, to value: PredicateValue) -> Scope {
    var inner = self
    inner.bindings = Binding(name: name, value: value, outer: bindings)
    return inner
  }

  /// The variables as a predicate's own evaluation takes them.
  var variables: [String: Any] {
    var variables: [String: Any] = [:]
    var binding = bindings
    while let current = binding {
      if variables[current.name] == nil { variables[current.name] = current.value.object }
      binding = current.outer
    }
    return variables
  }

  /// A variable with its value, and those that are known besides.
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
