import Foundation
import PredicateFormat

/// Compiles a tree to closures.
struct PredicateCompiler {
  let values: [Any]

  /// The entity of the objects, if all are of one.
  var entity: (any PredicateEntity)?

  /// The meaning of nil in comparisons.
  var nilMeaning = NilMeaning.value

  func condition(_ predicate: PredicateNode) -> Condition {
    switch predicate {
    case .constant(let holds): return { _ in holds }
    case .comparison(let comparison): return self.comparison(comparison)
    case .not(let part):
      let condition = with(nilMeaning.negated).condition(part)
      return { !condition($0) }
    case .and(let parts):
      let conditions = parts.map(self.condition)
      if conditions.count == 2 {
        let first = conditions[0]
        let second = conditions[1]
        return { first($0) && second($0) }
      }
      return { scope in conditions.allSatisfy { $0(scope) } }
    case .or(let parts):
      let conditions = parts.map(self.condition)
      return { scope in conditions.contains { $0(scope) } }
    }
  }

  /// The compiler for a place where nil has another meaning.
  private func with(_ meaning: NilMeaning) -> Self {
    var compiler = self
    compiler.nilMeaning = meaning
    return compiler
  }

  /// The condition of a subquery or of a ternary expression.
  private func selectingCondition(_ predicate: PredicateNode) -> Condition {
    with(nilMeaning.selecting).condition(predicate)
  }

  /// The value of an expression that refers to no object.
  func constant(_ expression: ExpressionNode) -> PredicateValue {
    let operand = operand(expression)
    return operand.constant ?? operand.evaluate(Scope(object: .null))
  }

  /// An operand, which may be constant.
  struct Operand {
    /// The value, if it is the same for all objects.
    let constant: PredicateValue?

    let evaluate: Evaluation

    init(constant: PredicateValue) {
      self.constant = constant
      evaluate = { _ in constant }
    }

    init(_ evaluate: @escaping Evaluation) {
      constant = nil
      self.evaluate = evaluate
    }
  }

  func operand(_ expression: ExpressionNode) -> Operand {
    switch expression {
    case .constant(let constant): Operand(constant: PredicateValue(constant))
    case .argument(let argument): Operand(constant: PredicateValue(values[checked: argument.index]))
    case .evaluatedObject: Operand { $0.object }
    case .variable(let name): Operand { $0.variable(name) }
    case .assignment(_, let value): operand(value)
    case .anyKey: Operand { _ in .null }
    case .path(let path): self.path(path)
    case .function(let call): self.call(call)
    case .cast(let value, let type): applying(operand(value)) { $0.cast(to: type) }
    case .element(let collection, let index): element(index, of: operand(collection))
    case .subquery(let subquery): self.subquery(subquery)
    case .conditional(let condition, let first, let second):
      conditional(selectingCondition(condition), operand(first).evaluate, operand(second).evaluate)
    case .aggregate(let elements): aggregate(elements.map(operand))
    case .combination(let operation, let left, let right):
      applying(operand(left), operand(right)) { $0.combined(operation, $1) }
    case .arithmetic(let operation, let left, let right):
      applying(operand(left), operand(right)) { $0.calculated(operation, $1) }
    case .unary(.negate, let value): applying(operand(value)) { $0.negated }
    case .unary(.onesComplement, let value): applying(operand(value)) { $0.complement }
    }
  }

  /// Applies a function to an operand, at once if that is constant.
  func applying(
    _ operand: Operand,
    _ function: @escaping (PredicateValue) -> PredicateValue
  ) -> Operand {
    if let constant = operand.constant { return Operand(constant: function(constant)) }
    let evaluate = operand.evaluate
    return Operand { function(evaluate($0)) }
  }

  private func applying(
    _ left: Operand,
    _ right: Operand,
    _ function: @escaping (PredicateValue, PredicateValue) -> PredicateValue
  ) -> Operand {
    if let left = left.constant, let right = right.constant {
      return Operand(constant: function(left, right))
    }
    let first = left.evaluate
    let second = right.evaluate
    return Operand { function(first($0), second($0)) }
  }

  private func conditional(
    _ condition: @escaping Condition,
    _ first: @escaping Evaluation,
    _ second: @escaping Evaluation
  ) -> Operand {
    Operand { condition($0) ? first($0) : second($0) }
  }

  private func aggregate(_ elements: [Operand]) -> Operand {
    let constants = elements.compactMap(\.constant)
    if constants.count == elements.count {
      return Operand(constant: .collection(ValueCollection(constants)))
    }
    let evaluations = elements.map(\.evaluate)
    return Operand { scope in .collection(ValueCollection(evaluations.map { $0(scope) })) }
  }

  private func element(_ index: Subscript, of collection: Operand) -> Operand {
    switch index {
    case .first: return applying(collection) { $0.members?.first ?? .null }
    case .last: return applying(collection) { $0.members?.last ?? .null }
    case .size: return applying(collection) { .integer(Int64($0.members?.count ?? 0)) }
    case .element(let index):
      return applying(collection, operand(index)) { $0.element(at: $1) }
    }
  }

  private func subquery(_ subquery: Subquery) -> Operand {
    let collection = operand(subquery.collection).evaluate
    let variable = subquery.variable
    let condition = selectingCondition(subquery.predicate)
    // A missing object has no rows in a database.
    let none = nilMeaning.isOfDatabase ? PredicateValue.collection(ValueCollection([])) : .null
    return Operand { scope in
      guard case .collection(let members) = collection(scope) else { return none }
      let matches = members.values.filter { condition(scope.binding(variable, to: $0)) }
      return .collection(ValueCollection(matches, kind: members.kind))
    }
  }
}

extension ExpressionNode {
  /// Whether the value is the same for all objects.
  var refersToNoObject: Bool {
    switch self {
    case .constant, .argument: true
    case .evaluatedObject, .variable, .anyKey, .subquery, .conditional, .assignment: false
    // A path that starts at a value, such as `$FETCH_SOURCE.name` after the variable was substituted.
    case .path(let path): path.base?.refersToNoObject ?? false
    case .function(let call):
      call.receiver == nil && call.isBuiltIn && call.arguments.allSatisfy(\.refersToNoObject)
    case .cast(let value, _), .unary(_, let value): value.refersToNoObject
    case .element: false
    case .aggregate(let elements): elements.allSatisfy(\.refersToNoObject)
    case .combination(_, let left, let right), .arithmetic(_, let left, let right):
      left.refersToNoObject && right.refersToNoObject
    }
  }
}

extension PredicateValue {
  /// The value of a constant in a tree.
  init(_ constant: Constant) {
    switch constant {
    case .null: self = .null
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .decimal(let digits): self = Decimal(string: digits).map(Self.decimal) ?? .null
    case .string(let value): self = .string(value)
    }
  }

  /// The members of a collection; nil if this is not one.
  var members: [PredicateValue]? {
    guard case .collection(let collection) = self else { return nil }
    return collection.values
  }

  /// The member of a collection at an index, or of a dictionary for a key.
  func element(at index: PredicateValue) -> PredicateValue {
    guard case .collection(let collection) = self else { return .null }
    switch index {
    case .integer(let number):
      guard collection.kind == .ordered, let position = Int(exactly: number) else { return .null }
      return collection.values[checked: position] ?? .null
    case .string(let key): return collection.value(forKey: key)
    default: return .null
    }
  }

  /// The union, intersection or difference of two collections.
  func combined(_ operation: SetOperator, _ other: PredicateValue) -> PredicateValue {
    guard let left = members, let right = other.members else { return .null }
    let known = Set(right)
    let values: [PredicateValue]
    switch operation {
    case .union: values = left + right
    case .intersect: values = left.filter(known.contains)
    case .minus: values = left.filter { !known.contains($0) }
    }
    return .collection(ValueCollection(values.distinct, kind: .unordered))
  }
}

extension Array where Element: Hashable {
  /// The elements without duplicates.
  var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
