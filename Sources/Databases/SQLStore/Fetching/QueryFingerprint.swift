import PredicateFormat
import SQLDriver

/// The form of a query without its values: queries with the same fingerprint have the same statement.
///
/// Programs run the same few queries over and over; the fingerprint finds the statements of all but the first of them
/// without a translation. Only simple conditions have a fingerprint: conjunctions of comparisons of key paths with
/// values. The translation of others may depend on their values.
struct QueryFingerprint: Sendable {
  /// The part of a query that determines its statement.
  struct Key: Hashable, Sendable {
    fileprivate var entity: Int
    fileprivate var includesSubentities: Bool
    fileprivate var excludesStrays: Bool
    fileprivate var conditions: [Condition] = []
    fileprivate var order: [FetchOrder]
    fileprivate var hasLimit: Bool
    fileprivate var hasOffset: Bool
  }

  private(set) var key: Key
  private let isTyped: Bool

  /// The values of the parameters, in the order of the statement.
  private(set) var values: [SQLValue] = []

  /// A comparison without its value.
  fileprivate struct Condition: Hashable, Sendable {
    var path: PropertyPath
    var relation: Comparison.Relation
    var value: Kind

    enum Kind: Hashable, Sendable {
      case value(SQLKind, isUnusual: Bool)
      case object(entity: Int)
    }
  }

  /// Computes the fingerprint of a query; nil if it has none.
  ///
  /// In a database with typed values, a value that the type of a column cannot represent changes the statement.
  init?(_ question: ObjectQuery, isTyped: Bool, constant: (Expression) -> FetchValue?) {
    self.isTyped = isTyped
    key = Key(
      entity: question.layout.number,
      includesSubentities: question.includesSubentities,
      excludesStrays: question.excludesStrays,
      order: question.order,
      hasLimit: question.limit > 0,
      hasOffset: question.offset > 0
    )
    switch question.predicate {
    case nil, .constant(true): break
    case .comparison(let comparison): guard add(comparison, constant) else { return nil }
    case .and(let parts):
      for part in parts {
        guard case .comparison(let comparison) = part, add(comparison, constant) else { return nil }
      }
    case .constant(false), .or, .not: return nil
    }
    if question.limit > 0 { values.append(.integer(Int64(question.limit))) }
    if question.offset > 0 { values.append(.integer(Int64(question.offset))) }
  }

  /// Adds a condition; returns false if it has no fingerprint.
  private mutating func add(
    _ comparison: Comparison,
    _ constant: (Expression) -> FetchValue?
  ) -> Bool {
    guard comparison.modifier == .direct, comparison.options.isEmpty,
      comparison.relation.isOfScalars, case .path(let path) = comparison.left, path.base == nil
    else { return false }
    switch comparison.right {
    case .constant, .argument: break
    default: return false
    }
    let kind: Condition.Kind
    switch constant(comparison.right) {
    case .object(let key, let entity):
      kind = .object(entity: entity)
      values.append(.integer(key))
    case .value(let value) where value.kind != .null:
      kind = .value(value.kind, isUnusual: isTyped && value.isUnusual)
      values.append(value)
    default: return false
    }
    key.conditions.append(Condition(path: path, relation: comparison.relation, value: kind))
    return true
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

extension FetchTranslator {
  /// The fingerprint of a query; nil if its statement depends on the values in it.
  func shape(of question: ObjectQuery) -> QueryFingerprint? {
    QueryFingerprint(question, isTyped: layout.dialect.types != nil, constant: constant)
  }
}
