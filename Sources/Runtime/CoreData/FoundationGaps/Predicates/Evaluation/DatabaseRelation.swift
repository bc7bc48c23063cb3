import PredicateFormat

/// A relation between two values as databases decide it: it is unknown if one of them is nil.
///
/// It is known for a nil that the predicate itself contains, with which a value is compared by `==` or `!=`, and for
/// values that are searched among no others. Texts without options are in the order of their bytes.
struct DatabaseRelation: ValueRelation {
  /// The kind of an operand, on which the meaning of nil depends.
  enum OperandKind {
    /// Nil, in the predicate itself.
    case literalNil

    /// An object that was never saved. No object of a store is equal to it, and a missing one is not different.
    case unsavedObject

    /// Several values in the predicate.
    case list

    /// The values of a to-many relationship. Nil is none.
    case rows

    /// Any other value.
    case value
  }

  private let kind: ComparisonNode.Relation
  private let relation: Relation
  private let equality: Relation
  private let bounds: (lower: Relation, upper: Relation)
  private let left: OperandKind
  private let right: OperandKind

  /// Whether the elements of a list are compared one by one, so that nil is an element like others.
  private let comparesElements: Bool

  /// Whether texts are searched byte by byte.
  private let searchesBytes: Bool

  /// The result of an unknown relation.
  private let unknown: Bool

  init(
    _ comparison: ComparisonNode,
    _ left: OperandKind,
    _ right: OperandKind,
    unknown: Bool
  ) {
    kind = comparison.relation
    let options = comparison.options
    relation = Relation(kind, options, ordersBytes: true)
    equality = Relation(.equalTo, options)
    bounds = (
      Relation(.greaterThanOrEqualTo, options, ordersBytes: true),
      Relation(.lessThanOrEqualTo, options, ordersBytes: true)
    )
    self.left = left
    self.right = right
    searchesBytes = options.contains(.normalized)
    comparesElements = !options.subtracting(.normalized).isEmpty
    self.unknown = unknown
  }

  func holds(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    switch kind {
    case .equalTo, .notEqualTo:
      if left.isNull || right.isNull, let result = resultForNil { return result }
      return relation.holds(left, right)
    case .between:
      guard let ends = right.members, ends.count == 2 else { return false }
      return holds(bounds.lower, left, ends[0]) && holds(bounds.upper, left, ends[1])
    case .in:
      return isElement(left, self.left, of: right, self.right)
    case .contains:
      return isElement(right, self.right, of: left, self.left)
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .matches, .like,
      .beginsWith, .endsWith:
      return holds(relation, left, right)
    }
  }

  func test(against right: PredicateValue) -> (PredicateValue) -> Bool {
    let relation = relation
    // A test of folded texts would compose those that are searched byte by byte.
    let test =
      searchesBytes ? { relation.holds($0, right) } : relation.test(against: right)
    switch kind {
    case .equalTo, .notEqualTo:
      guard let result = resultForNil else { return test }
      return { $0.isNull ? result : test($0) }
    case .in where self.right == .list && !comparesElements:
      guard let members = right.members else { break }
      let (nilElement, other) = (resultForNil(among: members), rest(among: members))
      return { $0.isNull ? nilElement : test($0) || other }
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .matches, .like,
      .beginsWith, .endsWith:
      let unknown = unknown
      return right.isNull ? { _ in unknown } : { $0.isNull ? unknown : test($0) }
    case .contains where left == .value && !right.isNull:
      let unknown = unknown
      return { $0.isNull ? unknown : test($0) }
    case .between, .in, .contains: break
    }
    return { holds($0, right) }
  }

  /// The result of `==` or `!=` if a value is nil; nil if that is a value to compare.
  private var resultForNil: Bool? {
    if left == .literalNil || right == .literalNil { return nil }
    return left == .unsavedObject || right == .unsavedObject ? false : unknown
  }

  private func holds(
    _ relation: Relation,
    _ left: PredicateValue,
    _ right: PredicateValue
  ) -> Bool {
    left.isNull || right.isNull ? unknown : relation.holds(left, right)
  }

  // MARK: Elements

  private func isElement(
    _ value: PredicateValue,
    _ kindOfValue: OperandKind,
    of collection: PredicateValue,
    _ kindOfCollection: OperandKind
  ) -> Bool {
    switch (collection, kindOfCollection) {
    case (.collection(let list), .list):
      isListed(value, isLiteral: kindOfValue == .literalNil, in: list.values)
    case (.collection(let rows), _):
      // A database selects the rows for which equality is true.
      rows.values.contains {
        ($0.isNull || value.isNull) && kindOfValue != .literalNil
          ? false : equality.holds($0, value)
      }
    case (_, .rows): false
    default:
      value.isNull || collection.isNull
        ? unknown
        : kind == .in ? relation.holds(value, collection) : relation.holds(collection, value)
    }
  }

  private func isListed(
    _ value: PredicateValue,
    isLiteral: Bool,
    in list: [PredicateValue]
  ) -> Bool {
    if comparesElements {
      return list.contains { element in
        if element.isNull || isLiteral { return element.isNull && value.isNull }
        return holds(equality, element, value)
      }
    }
    if value.isNull { return resultForNil(among: list) }
    return list.contains { equality.holds($0, value) } || rest(among: list)
  }

  /// Whether nil is in a list: unknown, unless the list is empty or has only objects that are in no store.
  private func resultForNil(among list: [PredicateValue]) -> Bool {
    unknown && list.contains { !$0.isUnsavedObject }
  }

  /// Whether a value is in a list that has no equal one: unknown if it has nil.
  private func rest(among list: [PredicateValue]) -> Bool {
    unknown && list.contains(where: \.isNull)
  }
}

extension PredicateValue {
  /// The kind of a value in a predicate.
  var kindOfOperand: DatabaseRelation.OperandKind {
    switch self {
    case .null: .literalNil
    case .collection: .list
    default: isUnsavedObject ? .unsavedObject : .value
    }
  }

  fileprivate var isUnsavedObject: Bool {
    guard case .object(let object) = self else { return false }
    return (object as? any IdentifiedInPredicates)?.isUnsaved ?? false
  }
}
