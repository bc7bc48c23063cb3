import PredicateFormat

/// The condition of a query, with the part of it that determines the statement.
///
/// The predicates of one format string share their condition: it is analyzed once, and compared by identity.
package final class QueryCondition: Sendable {
  package let predicate: Predicate

  /// The comparisons of which all must hold, if the condition consists of comparisons of key paths with values; nil
  /// for any other condition.
  package let comparisons: [Comparison]?

  /// The hash of the comparisons without their values.
  let hashOfForm: Int

  package init(_ predicate: Predicate) {
    self.predicate = predicate
    comparisons = Self.comparisons(of: predicate)
    var hasher = Hasher()
    for comparison in comparisons ?? [] {
      hasher.combine(comparison.left)
      hasher.combine(comparison.relation)
    }
    hashOfForm = hasher.finalize()
  }

  private static func comparisons(of predicate: Predicate) -> [Comparison]? {
    switch predicate {
    case .constant(true): return []
    case .comparison(let comparison): return comparison.isOfPathAndValue ? [comparison] : nil
    case .and(let parts):
      var comparisons: [Comparison] = []
      for part in parts {
        guard case .comparison(let comparison) = part, comparison.isOfPathAndValue else {
          return nil
        }
        comparisons.append(comparison)
      }
      return comparisons
    case .constant(false), .or, .not: return nil
    }
  }

  /// Whether the comparisons of two conditions differ only in their values.
  static func haveSameForm(_ left: QueryCondition?, _ right: QueryCondition?) -> Bool {
    if left === right { return true }
    let (first, second) = (left?.comparisons ?? [], right?.comparisons ?? [])
    guard left?.hashOfForm == right?.hashOfForm, first.count == second.count else { return false }
    return zip(first, second).allSatisfy { $0.relation == $1.relation && $0.left == $1.left }
  }
}

extension Comparison {
  /// Whether a key path is compared with a value, for equality or order.
  fileprivate var isOfPathAndValue: Bool {
    guard modifier == .direct, options.isEmpty, relation.isOfScalars, case .path(let path) = left,
      path.base == nil
    else { return false }
    for case .argument in path.components { return false }
    switch right {
    case .constant, .argument: return true
    default: return false
    }
  }
}

extension Comparison.Relation {
  /// Whether the relation compares for equality or order.
  fileprivate var isOfScalars: Bool {
    switch self {
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo:
      true
    case .matches, .like, .beginsWith, .endsWith, .in, .contains, .between: false
    }
  }
}
