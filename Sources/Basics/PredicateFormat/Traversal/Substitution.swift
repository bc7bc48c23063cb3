/// Substitutions for variables, arguments and calls.
package struct Substitution {
  /// The substitution for a free variable; nil keeps it.
  package var variable: (String) throws -> Expression? = { _ in nil }

  /// The substitution for an argument other than `%K`; nil keeps it.
  package var argument: (FormatArgument) throws -> Expression? = { _ in nil }

  /// The substitution for a `%K`: the components of its key path; nil keeps it.
  package var pathArgument: (FormatArgument) throws -> [PropertyPath.Component]? = { _ in nil }

  /// The substitution for a call, after its receiver and arguments have been substituted; nil keeps it.
  package var call: (FunctionCall) throws -> Expression? = { _ in nil }

  package init() {}
}

extension Predicate {
  /// The predicate with the substitution applied.
  package func applying(_ substitution: Substitution) throws -> Predicate {
    try Substituter(substitution: substitution).predicate(self)
  }
}

extension Expression {
  /// The expression with the substitution applied.
  package func applying(_ substitution: Substitution) throws -> Expression {
    try Substituter(substitution: substitution).expression(self)
  }
}

private struct Substituter {
  let substitution: Substitution
  var bound: Set<String> = []

  func predicate(_ predicate: Predicate) throws -> Predicate {
    switch predicate {
    case .constant: return predicate
    case .and(let parts): return .and(try parts.map(self.predicate))
    case .or(let parts): return .or(try parts.map(self.predicate))
    case .not(let negated): return .not(try self.predicate(negated))
    case .comparison(var comparison):
      comparison.left = try expression(comparison.left)
      comparison.right = try expression(comparison.right)
      return .comparison(comparison)
    }
  }

  func expression(_ expression: Expression) throws -> Expression {
    switch expression {
    case .constant, .evaluatedObject, .anyKey:
      return expression
    case .variable(let name):
      return bound.contains(name) ? expression : try substitution.variable(name) ?? expression
    case .argument(let argument):
      return try substitution.argument(argument) ?? expression
    case .path(let path):
      return try self.path(path)
    case .subquery(let subquery):
      return .subquery(try self.subquery(subquery))
    case .function(var call):
      call.receiver = try call.receiver.map(self.expression)
      call.arguments = try call.arguments.map(self.expression)
      return try substitution.call(call) ?? .function(call)
    case .assignment(let variable, let value):
      return .assignment(variable: variable, value: try self.expression(value))
    case .cast(let value, let type):
      return .cast(try self.expression(value), type: type)
    case .element(let collection, .element(let index)):
      return .element(of: try self.expression(collection), .element(try self.expression(index)))
    case .element(let collection, let index):
      return .element(of: try self.expression(collection), index)
    case .conditional(let condition, let first, let second):
      return .conditional(
        try predicate(condition),
        then: try self.expression(first),
        else: try self.expression(second)
      )
    case .aggregate(let elements):
      return .aggregate(try elements.map(self.expression))
    case .combination(let operation, let left, let right):
      return .combination(operation, try self.expression(left), try self.expression(right))
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, try self.expression(left), try self.expression(right))
    case .unary(let operation, let operand):
      return .unary(operation, try self.expression(operand))
    }
  }

  private func subquery(_ subquery: Subquery) throws -> Subquery {
    var inner = self
    inner.bound.insert(subquery.variable)
    return Subquery(
      try expression(subquery.collection),
      variable: subquery.variable,
      predicate: try inner.predicate(subquery.predicate)
    )
  }

  /// A path with its base and its `%K` substituted.
  ///
  /// If the base is itself a path, the two are joined; the key `self` alone is the evaluated object.
  private func path(_ path: PropertyPath) throws -> Expression {
    if path.base == nil, !path.components.contains(where: \.isArgument) { return .path(path) }
    var result = path
    result.base = try path.base.map(expression)
    result.components = try path.components.flatMap { component in
      guard case .argument(let argument) = component else { return [component] }
      return try substitution.pathArgument(argument) ?? [component]
    }
    if case .path(let beginning)? = result.base {
      result.base = beginning.base
      result.components = beginning.components + result.components
    }
    if result.base == nil, result.components != path.components,
      case .key(let key)? = result.components.first, uppercasedASCII(key.utf8) == "SELF"
    {
      result.components.removeFirst()
      result.base = .evaluatedObject
    }
    if result.components.isEmpty, let base = result.base { return base }
    return .path(result)
  }
}

extension PropertyPath.Component {
  /// Whether the component is a `%K`.
  fileprivate var isArgument: Bool {
    if case .argument = self { true } else { false }
  }
}
