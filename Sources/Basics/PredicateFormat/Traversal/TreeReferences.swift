extension Predicate {
  /// The free variables, in order of first use.
  package var variables: [VariableUse] { references.variables }

  /// Every use of a key path, in text order.
  package var keyPaths: [PathUse] { references.keyPaths }

  /// The format arguments, in text order.
  package var arguments: [FormatArgument] { references.arguments }

  private var references: TreeReferences {
    var references = TreeReferences()
    references.visit(self)
    return references
  }
}

extension Expression {
  /// The free variables, in order of first use.
  package var variables: [VariableUse] { references.variables }

  /// Every use of a key path, in text order.
  package var keyPaths: [PathUse] { references.keyPaths }

  /// The format arguments, in text order.
  package var arguments: [FormatArgument] { references.arguments }

  /// Every function call, outer calls before those in their arguments.
  package var calls: [FunctionCall] { references.calls }

  private var references: TreeReferences {
    var references = TreeReferences()
    references.visit(self)
    return references
  }
}

/// Collects the references of a tree in text order.
private struct TreeReferences {
  var variables: [VariableUse] = []
  var keyPaths: [PathUse] = []
  var arguments: [FormatArgument] = []
  var calls: [FunctionCall] = []

  /// The variables bound by the enclosing subqueries, with the key path of their collection if there is one.
  private var bound: [String: PathUse?] = [:]

  private var indexOfVariable: [String: Int] = [:]

  // MARK: Predicates

  mutating func visit(_ predicate: Predicate) {
    switch predicate {
    case .constant: break
    case .and(let parts), .or(let parts):
      for part in parts { visit(part) }
    case .not(let negated): visit(negated)
    case .comparison(let comparison):
      visitSide(comparison.left, against: comparison.right, comparison.relation, isRight: false)
      visitSide(comparison.right, against: comparison.left, comparison.relation, isRight: true)
    }
  }

  /// Visits one side of a comparison; the type of a variable is inferred from the other side.
  private mutating func visitSide(
    _ side: Expression,
    against other: Expression,
    _ relation: Comparison.Relation,
    isRight: Bool
  ) {
    switch side {
    case .variable(let name):
      let isCollection =
        isRight
        ? relation == .in || relation == .between
        : relation == .contains && !isText(other)
      note(name, comparedWith: comparedPath(other), isCollection: isCollection)
    case .aggregate(let elements) where isRight:
      for element in elements { visitSide(element, against: other, .equalTo, isRight: true) }
    default:
      visit(side)
    }
  }

  private func isText(_ expression: Expression) -> Bool {
    guard case .constant(.string) = expression else { return false }
    return true
  }

  /// The key path that a variable is compared with, ignoring functions that preserve the type.
  private func comparedPath(_ expression: Expression) -> PathUse? {
    let keepsType = ["canonical:", "lowercase:", "uppercase:", "noindex:"]
    if case .function(let call) = expression, call.receiver == nil,
      call.arguments.count == 1 && keepsType.contains(call.selector)
        || call.arguments.count == 2 && call.selector == "indexed:by:"
    {
      return comparedPath(call.arguments[0])
    }
    guard let use = resolve(expression), !use.components.isEmpty else { return nil }
    return use
  }

  // MARK: Expressions

  mutating func visit(_ expression: Expression) {
    switch expression {
    case .constant, .evaluatedObject, .anyKey: break
    case .variable(let name): note(name)
    case .assignment(_, let value): visit(value)
    case .path(let path): visit(path, resolved: resolve(expression))
    case .function(let call):
      calls.append(call)
      if let receiver = call.receiver { visit(receiver) }
      for argument in call.arguments { visit(argument) }
    case .cast(let value, _): visit(value)
    case .element(let collection, let index):
      visit(collection)
      if case .element(let index) = index { visit(index) }
    case .subquery(let subquery): visit(subquery)
    case .conditional(let condition, let first, let second):
      visit(condition)
      visit(first)
      visit(second)
    case .aggregate(let elements):
      for element in elements { visit(element) }
    case .combination(_, let left, let right), .arithmetic(_, let left, let right):
      visit(left)
      visit(right)
    case .unary(_, let operand): visit(operand)
    case .argument(let argument): arguments.append(argument)
    }
  }

  private mutating func visit(_ path: PropertyPath, resolved: PathUse?) {
    if let base = path.base { visit(base) }
    for case .argument(let argument) in path.components { arguments.append(argument) }
    if let resolved { keyPaths.append(resolved) }
  }

  private mutating func visit(_ subquery: Subquery) {
    visit(subquery.collection)
    let outer = bound
    bound[subquery.variable] = .some(resolve(subquery.collection))
    visit(subquery.predicate)
    bound = outer
  }

  /// The key path of an expression, if it can be resolved in the model.
  private func resolve(_ expression: Expression) -> PathUse? {
    switch expression {
    case .evaluatedObject:
      return PathUse(origin: .evaluatedObject, components: [], position: .none)
    case .variable(let name):
      if let known = bound[name] { return known }
      return PathUse(origin: .variable(name), components: [], position: .none)
    case .path(let path):
      guard var use = resolve(path.base ?? .evaluatedObject) else { return nil }
      use.components += path.components
      use.position = path.position
      return use
    case .element(let collection, let index) where index != .size:
      return resolve(collection)
    case .subquery(let subquery):
      return resolve(subquery.collection)
    default:
      return nil
    }
  }

  private mutating func note(
    _ name: String,
    comparedWith path: PathUse? = nil,
    isCollection: Bool = false
  ) {
    guard !bound.keys.contains(name) else { return }
    guard let index = indexOfVariable[name] else {
      indexOfVariable[name] = variables.count
      variables.append(
        VariableUse(name: name, comparedPath: path, isCollection: isCollection)
      )
      return
    }
    guard variables[index].comparedPath == nil, let path else { return }
    variables[index].comparedPath = path
    variables[index].isCollection = isCollection
  }
}
