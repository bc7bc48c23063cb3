import Foundation
import PredicateFormat

/// Computes dictionaries from objects in memory.
struct DictionaryEvaluation {
  private let plan: DictionaryPlan
  private let request: NSFetchRequest<any NSFetchRequestResult>
  private let shape: EntityShape
  private let columns: [Evaluation]
  private let having: Condition?
  private let aggregates: [Aggregate]

  /// A row of the result, and its sort keys.
  private struct Row {
    var values: [PredicateValue]
    var keys: [PredicateValue]

    /// One of the objects of the row.
    var object: NSManagedObject?
  }

  init(
    _ plan: DictionaryPlan,
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    _ shape: EntityShape
  ) {
    self.plan = plan
    self.request = request
    self.shape = shape
    let compiler = PredicateCompiler(values: plan.values)
    var extraction = AggregateExtraction(GroupFunctions(shape))
    columns = plan.columns.map { compiler.operand(extraction.extract($0.expression)).evaluate }
    having = plan.having.map { compiler.condition(extraction.extract($0)) }
    aggregates = extraction.calls.map { Aggregate($0, compiler) }
  }

  func dictionaries(of objects: [NSManagedObject]) -> [NSDictionary] {
    var rows = plan.isAggregated ? groupRows(of: objects) : objects.map { row(of: [$0]) }
    if request.returnsDistinctResults {
      var seen: Set<[PredicateValue]> = []
      rows = rows.filter { seen.insert($0.values).inserted }
    }
    var made = DictionaryRows(plan.columns)
    return request.window(of: sorted(rows)).map { row in made.dictionary { row.values[$0] } }
  }

  // MARK: Rows

  private func groupRows(of objects: [NSManagedObject]) -> [Row] {
    if plan.groups.isEmpty { return [row(of: objects)] }
    let compiler = PredicateCompiler(values: plan.values)
    let keys = plan.groups.map { compiler.operand($0).evaluate }
    var places: [[PredicateValue]: Int] = [:]
    var groups: [[NSManagedObject]] = []
    for object in objects {
      let scope = Scope(object: PredicateValue(object))
      let key = keys.map { $0(scope) }
      if let place = places[key] {
        groups[place].append(object)
      } else {
        places[key] = groups.count
        groups.append([object])
      }
    }
    return groups.filter(isWanted).map(row(of:))
  }

  private func isWanted(_ group: [NSManagedObject]) -> Bool {
    guard let having else { return true }
    return having(scope(of: group))
  }

  private func row(of group: [NSManagedObject]) -> Row {
    let scope = scope(of: group)
    let values = columns.map { $0(scope) }
    let keys = (request.sortDescriptors ?? []).map { descriptor -> PredicateValue in
      guard let descriptor = descriptor as? KeySortDescriptor else { return .null }
      if let key = descriptor.criterion.key, let column = plan.column(named: key, besides: shape) {
        return values[column]
      }
      return group.first.map { descriptor.value(of: $0) } ?? .null
    }
    return Row(values: values, keys: keys, object: group.first)
  }

  /// The scope of expressions: an object of the group, and the results of functions over all of it.
  private func scope(of group: [NSManagedObject]) -> Scope {
    var scope = Scope(object: PredicateValue(group.first))
    for (number, aggregate) in aggregates.enumerated() {
      scope = scope.binding(AggregateExtraction.variable(number), to: aggregate.value(of: group))
    }
    return scope
  }

  // MARK: Order

  private func sorted(_ rows: [Row]) -> [Row] {
    let descriptors = request.sortDescriptors ?? []
    guard !descriptors.isEmpty else { return rows }
    return rows.enumerated().sorted { left, right in
      for (place, descriptor) in descriptors.enumerated() {
        switch order(left.element, right.element, place, descriptor) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private func order(
    _ left: Row,
    _ right: Row,
    _ place: Int,
    _ descriptor: NSSortDescriptor
  ) -> ComparisonResult {
    if let descriptor = descriptor as? KeySortDescriptor {
      return descriptor.order(left.keys[place], right.keys[place])
    }
    guard let first = left.object, let second = right.object else { return .orderedSame }
    return descriptor.compare(first, to: second)
  }
}

/// A function of all objects of a group.
private struct Aggregate {
  private let argument: Evaluation
  private let isDistinct: Bool
  private let function: BuiltInFunction?

  init(_ call: FunctionCall, _ compiler: PredicateCompiler) {
    let written = call.arguments.first ?? .evaluatedObject
    let distinct = GroupFunctions.distinct(written)
    isDistinct = distinct != nil
    argument = compiler.operand(distinct ?? written).evaluate
    function = BuiltInFunction(call.selector)
  }

  func value(of group: [NSManagedObject]) -> PredicateValue {
    var values = group.map { argument(Scope(object: PredicateValue($0))) }.filter { !$0.isNull }
    if isDistinct { values = values.distinct }
    return function?.value([.collection(ValueCollection(values))]) ?? .null
  }
}

/// Replaces functions of groups by variables.
private struct AggregateExtraction {
  private let functions: GroupFunctions
  private(set) var calls: [FunctionCall] = []

  init(_ functions: GroupFunctions) {
    self.functions = functions
  }

  /// The variable of the function with a number; programs cannot write such a name.
  static func variable(_ number: Int) -> String { "#\(number)" }

  mutating func extract(_ expression: ExpressionNode) -> ExpressionNode {
    if case .function(let call) = expression, functions.argument(of: expression) != nil {
      if let known = calls.firstIndex(of: call) { return .variable(Self.variable(known)) }
      calls.append(call)
      return .variable(Self.variable(calls.count - 1))
    }
    switch expression {
    case .function(var call):
      call.arguments = call.arguments.map { extract($0) }
      return .function(call)
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, extract(left), extract(right))
    case .unary(let operation, let operand): return .unary(operation, extract(operand))
    case .cast(let operand, let type): return .cast(extract(operand), type: type)
    case .conditional(let condition, let first, let second):
      return .conditional(extract(condition), then: extract(first), else: extract(second))
    case .aggregate(let elements): return .aggregate(elements.map { extract($0) })
    default: return expression
    }
  }

  mutating func extract(_ predicate: PredicateNode) -> PredicateNode {
    switch predicate {
    case .constant: return predicate
    case .and(let parts): return .and(parts.map { extract($0) })
    case .or(let parts): return .or(parts.map { extract($0) })
    case .not(let part): return .not(extract(part))
    case .comparison(var comparison):
      comparison.left = extract(comparison.left)
      comparison.right = extract(comparison.right)
      return .comparison(comparison)
    }
  }
}
