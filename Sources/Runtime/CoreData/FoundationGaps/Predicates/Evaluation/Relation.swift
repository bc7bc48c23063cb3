import Foundation
import ObjectRows
import PredicateFormat

/// A relation between two values.
protocol ValueRelation {
  /// Whether it holds between two values.
  func holds(_ left: PredicateValue, _ right: PredicateValue) -> Bool

  /// Returns the condition that it holds between a value and a constant.
  func test(against right: PredicateValue) -> (PredicateValue) -> Bool
}

/// A relation between two values, with the options for strings.
///
/// Between values that are not comparable, such as a number and a string, only `!=` is true.
struct Relation: ValueRelation {
  private let relation: ComparisonNode.Relation
  private let text: TextComparison
  private let patterns: PatternCache

  /// Creates a relation.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - options: The options.
  ///   - ordersBytes: Whether strings without options are in the order of their bytes.
  init(
    _ relation: ComparisonNode.Relation,
    _ options: ComparisonNode.Options,
    ordersBytes: Bool = false
  ) {
    self.relation = relation
    text = TextComparison(options, ordersBytes: ordersBytes)
    patterns = PatternCache(text)
  }

  func holds(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    switch relation {
    case .equalTo: isEqual(left, right)
    case .notEqualTo: !isEqual(left, right)
    case .lessThan: order(left, right) == .orderedAscending
    case .greaterThan: order(left, right) == .orderedDescending
    case .lessThanOrEqualTo: isOrdered(left, right, unless: .orderedDescending)
    case .greaterThanOrEqualTo: isOrdered(left, right, unless: .orderedAscending)
    case .between: isBetween(left, right)
    case .in: isElement(left, of: right)
    case .contains: isElement(right, of: left)
    case .beginsWith: texts(left, right, text.hasPrefix)
    case .endsWith: texts(left, right, text.hasSuffix)
    case .like: texts(left, right) { patterns.wildcards($1).matches($0) }
    case .matches: texts(left, right) { patterns.expression($1)?.matches($0) ?? false }
    }
  }

  func test(against right: PredicateValue) -> (PredicateValue) -> Bool {
    switch (relation, right) {
    case (.equalTo, .string(let known)) where text.isExact:
      return { left in
        guard case .string(let value) = left else { return false }
        return value.hasSameBytes(as: known)
      }
    case (.equalTo, .integer(let known)):
      return { left in
        if case .integer(let value) = left { return value == known }
        return left == right
      }
    case (.equalTo, .string), (.notEqualTo, .string), (.contains, .string),
      (.beginsWith, .string), (.endsWith, .string):
      return textTest(right)
    case (.in, .collection(let members)) where text.isExact && members.values.count > 4:
      let known = Set(members.values)
      return { known.contains($0) }
    default:
      return { holds($0, right) }
    }
  }

  /// Returns the same condition for a string, which is folded once.
  private func textTest(_ right: PredicateValue) -> (PredicateValue) -> Bool {
    guard case .string(let string) = right, !text.isLocalised else {
      return { holds($0, right) }
    }
    let known = text.folded(string)
    let exact = TextComparison([])
    let test: (String) -> Bool
    switch relation {
    case .equalTo: test = { exact.isEqual(text.folded($0), known) }
    case .notEqualTo: test = { !exact.isEqual(text.folded($0), known) }
    case .contains: test = { exact.contains(text.folded($0), known) }
    case .beginsWith: test = { exact.hasPrefix(text.folded($0), known) }
    default: test = { exact.hasSuffix(text.folded($0), known) }
    }
    return { left in
      if case .string(let value) = left { return test(value) }
      return holds(left, right)
    }
  }

  private func isEqual(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
    if case .string(let left) = left, case .string(let right) = right {
      return text.isEqual(left, right)
    }
    return left == right
  }

  private func order(_ left: PredicateValue, _ right: PredicateValue) -> ComparisonResult? {
    if case .string(let left) = left, case .string(let right) = right {
      return text.order(left, right)
    }
    return PredicateValue.order(left, right)
  }

  private func isOrdered(
    _ left: PredicateValue,
    _ right: PredicateValue,
    unless unwanted: ComparisonResult
  ) -> Bool {
    guard let order = order(left, right) else { return false }
    return order != unwanted
  }

  private func isBetween(_ value: PredicateValue, _ bounds: PredicateValue) -> Bool {
    guard let bounds = bounds.members, bounds.count == 2 else { return false }
    return isOrdered(value, bounds[0], unless: .orderedAscending)
      && isOrdered(value, bounds[1], unless: .orderedDescending)
  }

  /// Whether a value is in a collection, or a string in a string.
  private func isElement(_ value: PredicateValue, of collection: PredicateValue) -> Bool {
    switch (value, collection) {
    case (_, .collection(let collection)): collection.values.contains { isEqual($0, value) }
    case (.string(let part), .string(let whole)): text.contains(whole, part)
    default: false
    }
  }

  private func texts(
    _ left: PredicateValue,
    _ right: PredicateValue,
    _ test: (String, String) -> Bool
  ) -> Bool {
    guard case .string(let left) = left, case .string(let right) = right else { return false }
    return test(left, right)
  }
}
