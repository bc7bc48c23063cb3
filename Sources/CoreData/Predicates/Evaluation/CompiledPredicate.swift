import Foundation
import PredicateFormat

/// A question about an object.
typealias Condition = (Scope) -> Bool

/// The way to a value.
typealias Evaluation = (Scope) -> PredicateValue

/// A predicate as closures that call each other.
struct CompiledPredicate {
  private let condition: Condition
  private let variables: [String]

  init(_ tree: PredicateTree) {
    condition = PredicateCompiler(values: tree.values).condition(tree.root)
    variables = tree.root.variables.map(\.name)
  }

  /// Whether the predicate holds for an object.
  ///
  /// One that has variables without a value holds for nothing. (On Apple's platforms, it raises an
  /// exception.)
  func evaluate(with object: Any?, variables values: [String: Any]?) -> Bool {
    var bindings: Scope.Binding?
    for name in variables {
      guard let value = values?[name] else { return false }
      bindings = Scope.Binding(name: name, value: PredicateValue(value), outer: bindings)
    }
    return condition(Scope(object: PredicateValue(object), bindings: bindings))
  }
}

/// An expression as closures that call each other.
struct CompiledExpression {
  private let evaluation: Evaluation
  private let variables: [String]

  init(_ tree: ExpressionTree) {
    evaluation = PredicateCompiler(values: tree.values).operand(tree.root).evaluate
    variables = tree.root.variables.map(\.name)
  }

  /// The value of the expression for an object; a variable without a value is nil.
  func value(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var bindings: Scope.Binding?
    for name in variables {
      guard let value = context?.object(forKey: name) else { continue }
      bindings = Scope.Binding(name: name, value: PredicateValue(value), outer: bindings)
    }
    let scope = Scope(object: PredicateValue(object), bindings: bindings, context: context)
    return evaluation(scope).object
  }
}
