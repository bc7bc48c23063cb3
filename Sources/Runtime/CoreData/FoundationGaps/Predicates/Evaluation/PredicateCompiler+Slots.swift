import Foundation
import ObjectRows
import PredicateFormat

// Comparisons of attributes of managed objects with constants, the most common predicates.
extension PredicateCompiler {
  /// The slots of the properties of a path that begins at the object.
  func slots(of path: PropertyPath) -> SlotPath? {
    guard let entity, path.base == nil || path.base == .evaluatedObject else { return nil }
    return entity.slotPath(along: path.components)
  }

  /// The condition of a comparison of an attribute with a constant; nil for others.
  func slotCondition(_ comparison: ComparisonNode) -> Condition? {
    guard comparison.modifier == .direct, case .path(let path) = comparison.left,
      let slots = slots(of: path), let constant = operand(comparison.right).constant
    else { return nil }
    let relation = Relation(comparison.relation, comparison.options)
    let test = relation.test(against: constant)
    switch (slots.kind, constant) {
    case (.integer, .integer(let bound)):
      guard let compare: (Int64, Int64) -> Bool = Self.comparing(comparison.relation) else { break }
      return condition(slots, test) { value in
        if case .integer(let number) = value { compare(number, bound) } else { nil }
      }
    case (.double, .real(let bound)) where !bound.isNaN:
      guard let compare: (Double, Double) -> Bool = Self.comparing(comparison.relation) else {
        break
      }
      return condition(slots, test) { value in
        if case .double(let number) = value, !number.isNaN { compare(number, bound) } else { nil }
      }
    case (.date, .date(let bound)):
      guard let compare: (Date, Date) -> Bool = Self.comparing(comparison.relation) else { break }
      return condition(slots, test) { value in
        if case .date(let date) = value { compare(date, bound) } else { nil }
      }
    default: break
    }
    return { scope in
      guard let managed = scope.managed else { return false }
      return test(PredicateValue(managed.storedValue(along: slots)))
    }
  }

  /// A condition on values of one kind, with another one for other values.
  private func condition(
    _ slots: SlotPath,
    _ otherwise: @escaping (PredicateValue) -> Bool,
    _ test: @escaping (Value) -> Bool?
  ) -> Condition {
    { scope in
      guard let managed = scope.managed else { return false }
      let value = managed.storedValue(along: slots)
      return test(value) ?? otherwise(PredicateValue(value))
    }
  }

  private static func comparing<Number: Comparable>(
    _ relation: ComparisonNode.Relation
  ) -> ((Number, Number) -> Bool)? {
    switch relation {
    case .equalTo: (==)
    case .notEqualTo: (!=)
    case .lessThan: (<)
    case .lessThanOrEqualTo: (<=)
    case .greaterThan: (>)
    case .greaterThanOrEqualTo: (>=)
    default: nil
    }
  }
}
