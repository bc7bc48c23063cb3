import Foundation
import PredicateFormat

/// A condition on an object.
typealias Condition = (Scope) -> Bool

/// The evaluation of an expression.
typealias Evaluation = (Scope) -> PredicateValue

/// A predicate as nested closures.
///
/// They protect all mutable state by locks, so that several threads may use them.
struct CompiledPredicate: @unchecked Sendable {
  private let condition: Condition
  private let variables: [String]

  /// Compiles a predicate.
  ///
  /// - Parameters:
  ///   - tree: The predicate.
  ///   - entity: The entity of the objects that it will be evaluated for; nil for any objects.
  ///   - nilMeaning: The meaning of nil in comparisons.
  init(
    _ tree: PredicateTree,
    for entity: (any PredicateEntity)? = nil,
    _ nilMeaning: NilMeaning = .value
  ) {
    condition = PredicateCompiler(values: tree.values, entity: entity, nilMeaning: nilMeaning)
      .condition(tree.root)
    variables = tree.root.variables.map(\.name)
  }

  /// Whether the predicate is true for an object.
  ///
  /// A predicate with variables without a value is always false. (On Apple's platforms, it raises an exception.)
  func evaluate(with object: Any?, variables values: [String: Any]?) -> Bool {
    evaluate(in: Scope(object: PredicateValue(object)), variables: values)
  }

  /// Whether the predicate is true for an object of the entity that it was compiled for.
  func evaluate(
    with object: any PredicateSubject,
    variables values: [String: Any]? = nil
  ) -> Bool {
    evaluate(in: Scope(object: .object(object), managed: object), variables: values)
  }

  private func evaluate(in scope: Scope, variables values: [String: Any]?) -> Bool {
    if variables.isEmpty { return condition(scope) }
    var scope = scope
    for name in variables {
      guard let value = values?[name] else { return false }
      scope = scope.binding(name, to: PredicateValue(value))
    }
    return condition(scope)
  }
}

/// An expression as nested closures.
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
