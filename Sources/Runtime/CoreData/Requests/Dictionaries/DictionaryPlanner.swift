import Foundation
import PredicateFormat

/// Plans a request for dictionaries, or throws if it is invalid.
struct DictionaryPlanner {
  private let request: NSFetchRequest<any NSFetchRequestResult>
  private let shape: EntityShape
  private let groups: GroupFunctions
  private var table = ValueTable()
  private var plan = DictionaryPlan()

  init(_ request: NSFetchRequest<any NSFetchRequestResult>, _ shape: EntityShape) {
    self.request = request
    self.shape = shape
    groups = GroupFunctions(shape)
  }

  /// Returns the plan for a request.
  static func plan(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    _ shape: EntityShape
  ) throws -> DictionaryPlan {
    var planner = DictionaryPlanner(request, shape)
    return try planner.make()
  }

  private mutating func make() throws -> DictionaryPlan {
    if let predicate = request.predicate { plan.predicate = table.adopt(try predicate.tree) }
    for item in request.propertiesToGroupBy ?? [] {
      let group = try column(of: item, "setPropertiesToGroupBy:")
      plan.groups.append(group.expression)
    }
    for item in wantedProperties {
      let column = try column(of: item, "setPropertiesToFetch:")
      plan.columns.append(column)
    }
    try checkNames()
    if !plan.groups.isEmpty { try checkColumnsOfGroups() }
    if let having = request.havingPredicate {
      let written = table.adopt(try having.tree)
      plan.having = try condition(written)
    }
    try checkOrder()
    plan.values = table.values
    return plan
  }

  /// The requested columns; all attributes, or all grouped ones, if the request names none.
  private var wantedProperties: [Any] {
    if let wanted = request.propertiesToFetch, !wanted.isEmpty { return wanted }
    if let common = request.propertiesToGroupBy, !common.isEmpty { return common }
    return shape.persistentAttributes.map { shape.slots[$0].name }
  }

  // MARK: Columns

  private mutating func column(of item: Any, _ setter: String) throws -> DictionaryPlan.Column {
    switch item {
    case let name as String: return try column(at: name, setter)
    case let description as NSExpressionDescription: return try column(of: description)
    case let property as NSPropertyDescription where !(property is NSFetchedPropertyDescription):
      return try column(at: property.name, setter)
    default: throw RequestCheck.failure("Invalid property \(item) passed to \(setter)")
    }
  }

  private func column(at keyPath: String, _ setter: String) throws -> DictionaryPlan.Column {
    guard let path = try? ModelPath(keyPath: keyPath, from: shape) else {
      throw RequestCheck.failure("Invalid keypath \(keyPath) passed to \(setter)")
    }
    guard !path.isToMany else {
      throw RequestCheck.failure("Invalid to many relationship (\(keyPath)) in \(setter)")
    }
    let expression = ExpressionNode.path(keyPath: keyPath)
    return DictionaryPlan.Column(
      name: keyPath,
      expression: expression,
      type: groups.type(of: expression),
      isAggregate: false
    )
  }

  private mutating func column(
    of description: NSExpressionDescription
  ) throws -> DictionaryPlan.Column {
    guard let written = description.expression, !description.name.isEmpty else {
      throw RequestCheck.failure(
        "Invalid expression description: it must have a name and an expression."
      )
    }
    let expression = groups.normalized(table.adopt(written.tree))
    for use in expression.keyPaths where use.origin == .evaluatedObject {
      _ = try ModelPath(use.components, from: shape)
    }
    if let to = groups.toManyPath(in: expression) {
      throw RequestCheck.failure("Invalid to many relationship (\(to)) in setPropertiesToFetch:")
    }
    let declared = description.resultType
    return DictionaryPlan.Column(
      name: description.name,
      expression: expression,
      type: declared == .undefined ? groups.type(of: expression) : declared,
      isAggregate: groups.isAggregate(expression)
    )
  }

  private func checkNames() throws {
    var known: Set<String> = []
    for column in plan.columns where !known.insert(column.name).inserted {
      throw RequestCheck.failure("Invalid fetch request: two properties named \(column.name)")
    }
  }

  // MARK: Groups

  private func checkColumnsOfGroups() throws {
    for column in plan.columns where !column.isAggregate && !isCommon(column.expression) {
      throw RequestCheck.failure(
        "SELECT clauses in queries with GROUP BY components can only contain properties named in "
          + "the GROUP BY or aggregate functions (\(column.name) is not in the GROUP BY)"
      )
    }
  }

  /// Whether all objects of a group have the same value.
  private func isCommon(_ expression: ExpressionNode) -> Bool {
    if plan.groups.contains(expression) { return true }
    let common = Set(plan.groups.flatMap { $0.keyPaths.map(\.dottedKeys) })
    return expression != .evaluatedObject
      && expression.keyPaths.allSatisfy { common.contains($0.dottedKeys) }
  }

  /// The condition on groups, in which columns can be referred to by their names, with or without `$`.
  private func condition(_ predicate: PredicateNode) throws -> PredicateNode {
    var columns: [String: ExpressionNode] = [:]
    for column in plan.columns { columns[column.name] = column.expression }
    var substitution = Substitution()
    substitution.variable = { columns[$0] }
    let named = try predicate.applying(substitution)
    let normalized = named.mapOperands { operand in
      if case .path(let path) = operand, let key = path.dottedKeys, let column = columns[key],
        self.shape.index(of: key) == nil
      {
        return column
      }
      return self.groups.normalized(operand)
    }
    for use in normalized.keyPaths where use.origin == .evaluatedObject {
      _ = try ModelPath(use.components, from: shape)
    }
    return normalized
  }

  // MARK: Order

  private func checkOrder() throws {
    for descriptor in request.sortDescriptors ?? [] {
      guard let key = descriptor.key,
        plan.column(named: key, besides: shape) == nil
      else { continue }
      let path = try ModelPath(keyPath: key, from: shape)
      guard !path.isToMany else {
        throw RequestCheck.failure(
          "to-many key not allowed here: the sort descriptor \(descriptor)"
        )
      }
    }
  }
}

extension PredicateNode {
  /// The predicate with the sides of its comparisons mapped.
  fileprivate func mapOperands(_ map: (ExpressionNode) -> ExpressionNode) -> PredicateNode {
    switch self {
    case .constant: return self
    case .and(let parts): return .and(parts.map { $0.mapOperands(map) })
    case .or(let parts): return .or(parts.map { $0.mapOperands(map) })
    case .not(let part): return .not(part.mapOperands(map))
    case .comparison(var comparison):
      comparison.left = map(comparison.left)
      comparison.right = map(comparison.right)
      return .comparison(comparison)
    }
  }
}
