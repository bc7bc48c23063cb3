import PredicateFormat
import SQLDriver

/// Translates conditions and their expressions to SQL.
struct ConditionTranslation {
  let translator: FetchTranslator
  var names: AliasCounter

  /// Whether `sum:` and similar calls aggregate over all objects of a group.
  var allowsAggregates = false

  /// Whether there has been such a call.
  var hasAggregates = false
  private var depth = 0

  /// The exactness that conditions must have at the current place.
  private var exactness = Exactness.superset

  var typing: OperandTyping { OperandTyping(translator.layout.dialect) }

  init(_ translator: FetchTranslator, names: AliasCounter) {
    self.translator = translator
    self.names = names
  }

  mutating func condition(
    _ predicate: Predicate,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> SQLFragment {
    depth += 1
    defer { depth -= 1 }
    guard depth < 400 else { throw FetchTranslationError.tooDeep }
    switch predicate {
    case .constant(let holds): return SQLFragment(holds ? "1 = 1" : "1 = 0")
    case .comparison(let comparison): return try self.comparison(comparison, in: scope)
    case .not(let part): return try negation(of: part, in: scope)
    case .and:
      let parts = predicate.operands
      return parts.isEmpty
        ? SQLFragment("1 = 1") : try conditions(parts, in: scope).balanced(" AND ")
    case .or:
      let parts = predicate.operands
      return parts.isEmpty
        ? SQLFragment("1 = 0") : try conditions(parts, in: scope).balanced(" OR ")
    }
  }

  /// The negation of a condition; two consecutive negations cancel out, for unknown results too.
  private mutating func negation(
    of predicate: Predicate,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> SQLFragment {
    var part = predicate
    var isNegated = true
    while case .not(let inner) = part {
      part = inner
      isNegated.toggle()
    }
    let outer = exactness
    if isNegated { exactness = outer.negated }
    defer { exactness = outer }
    let condition = try condition(part, in: scope)
    return isNegated ? "NOT " + condition.parenthesized : condition
  }

  /// A condition in a place where a superset or subset of the rows would be wrong.
  mutating func exactCondition(
    _ predicate: Predicate,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> SQLFragment {
    let outer = exactness
    exactness = .exact
    defer { exactness = outer }
    return try condition(predicate, in: scope)
  }

  private mutating func conditions(
    _ parts: [Predicate],
    in scope: FetchScope
  ) throws(FetchTranslationError) -> [SQLFragment] {
    var result: [SQLFragment] = []
    for part in parts { result.append(try condition(part, in: scope).parenthesized) }
    return result
  }

  private mutating func comparison(
    _ comparison: Comparison,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> SQLFragment {
    let left = try operand(comparison.left, in: scope)
    let right = try operand(comparison.right, in: scope)
    let dialect = translator.layout.dialect
    let relation = RelationTranslation(comparison, dialect: dialect, exactness)
    guard comparison.modifier != .direct else { return try relation.condition(left, right) }
    guard case .collection(let collection) = left else {
      throw FetchTranslationError("ANY and ALL require a to-many key path on their left")
    }
    let test = try relation.condition(collection.element, right)
    if comparison.modifier == .any {
      return "EXISTS " + collection.selection(SQLFragment("1"), where: test)
    }
    return "NOT EXISTS "
      + collection.selection(SQLFragment("1"), where: test.parenthesized + " IS NOT TRUE")
  }

  mutating func operand(
    _ expression: Expression,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> FetchOperand {
    depth += 1
    defer { depth -= 1 }
    guard depth < 400 else { throw FetchTranslationError.tooDeep }
    if let constant = translator.constant(expression) { return .constant(constant) }
    switch expression {
    case .constant, .argument:
      throw FetchTranslationError("an argument is missing")
    case .evaluatedObject:
      let object = scope.objectScope.root
      return .object(object.key, object.layout)
    case .variable(let name):
      guard let (source, _) = scope.source(ofVariable: name) else {
        throw FetchTranslationError("the variable $\(name) has no value")
      }
      return .object(source.key, source.layout)
    case .path(let path): return try self.path(path, in: scope)
    case .function(let call): return try self.call(call, in: scope)
    case .cast(let value, let type): return try cast(value, to: type, in: scope)
    case .subquery(let subquery): return .collection(try self.subquery(subquery, in: scope))
    case .conditional(let test, let first, let second):
      let condition = try exactCondition(test, in: scope)
      let pair = try typing.pair(
        operand(first, in: scope),
        operand(second, in: scope),
        for: "TERNARY"
      )
      return .value(
        "CASE WHEN " + condition + " THEN " + pair.left + " ELSE " + pair.right + " END",
        pair.type
      )
    case .aggregate(let elements):
      var operands: [FetchOperand] = []
      for element in elements { operands.append(try operand(element, in: scope)) }
      return .list(operands)
    case .arithmetic(let operation, let left, let right):
      return try calculation(operation, operand(left, in: scope), operand(right, in: scope))
    case .unary(let operation, let value):
      let operand = try operand(value, in: scope)
      guard operation == .negate || !typing.isTyped else {
        throw FetchTranslationError("\(operation.rawValue) has no counterpart in this database")
      }
      let value = try typing.calculated(operand)
      return .value(
        ("\(operation.rawValue)" + value.fragment.parenthesized).parenthesized,
        value.type
      )
    case .element(let collection, .size):
      return .value(try count(operand(collection, in: scope)), .integer)
    case .element:
      throw FetchTranslationError("an element of a collection has no counterpart in SQL")
    case .combination:
      throw FetchTranslationError("UNION, INTERSECT and MINUS have no counterpart in SQL here")
    case .assignment: throw FetchTranslationError("an assignment has no counterpart in SQL")
    case .anyKey: throw FetchTranslationError("ANYKEY has no counterpart in SQL")
    }
  }

  private func calculation(
    _ operation: ArithmeticOperator,
    _ left: FetchOperand,
    _ right: FetchOperand
  ) throws(FetchTranslationError) -> FetchOperand {
    let (first, second, type) = try typing.calculated(operation, left, right)
    switch operation {
    case .power, .bitwiseXor:
      return .value(try call(operation.selector, [first, second]), .unknown)
    default:
      return .value((first + " \(operation.rawValue) " + second).parenthesized, type)
    }
  }

  /// Translates a call to one of the function that evaluates functions of the predicate language.
  func call(
    _ selector: String,
    _ arguments: [SQLFragment]
  ) throws(FetchTranslationError) -> SQLFragment {
    guard translator.layout.dialect.features.contains(.programFunctions) else {
      throw FetchTranslationError("the function \(selector) has no counterpart in this database")
    }
    let all = [.value(.text(selector))] + arguments
    return "\(StoreCallback.function.rawValue)(" + all.joined(", ") + ")"
  }

  private mutating func cast(
    _ value: Expression,
    to type: String,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> FetchOperand {
    let operand = try operand(value, in: scope)
    if translator.layout.dialect.types != nil {
      if type == "NSNumber", operand.type.isNumber { return operand }
      throw FetchTranslationError("CAST to \(type) has no counterpart in this database")
    }
    // Dates are numbers in the store, and so are the values that they are cast from and to.
    if type == "NSNumber" || type == "NSDate" || type == "Date" { return operand }
    throw FetchTranslationError("CAST to \(type) has no counterpart in SQL")
  }

  func count(_ operand: FetchOperand) throws(FetchTranslationError) -> SQLFragment {
    guard case .collection(let collection) = operand else {
      throw FetchTranslationError("@count requires a to-many key path")
    }
    return collection.selection(SQLFragment("COUNT(*)"))
  }

  private mutating func subquery(
    _ subquery: Subquery,
    in scope: FetchScope
  ) throws(FetchTranslationError) -> FetchCollection {
    guard case .collection(var collection) = try operand(subquery.collection, in: scope),
      case .object = collection.element
    else { throw FetchTranslationError("SUBQUERY requires a to-many key path") }
    collection.scope.define(subquery.variable, as: collection.source)
    // Inside of it, a path without a variable still begins at the outer object.
    let condition = try exactCondition(subquery.predicate, in: collection.scope)
    collection.conditions.append(condition.parenthesized)
    return collection
  }
}

extension Predicate {
  /// The parts of a conjunction or a disjunction, with nested ones of the same kind flattened.
  ///
  /// Programs that add one condition after the other create long chains, which need not be nested in SQL.
  fileprivate var operands: [Predicate] {
    var result: [Predicate] = []
    var pending = [self]
    while let next = pending.popLast() {
      switch (self, next) {
      case (.and, .and(let parts)), (.or, .or(let parts)): pending += parts.reversed()
      default: result.append(next)
      }
    }
    return result
  }
}
