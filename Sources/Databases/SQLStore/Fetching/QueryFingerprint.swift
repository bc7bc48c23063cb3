import PredicateFormat
import SQLDriver

/// The form of a query without its values: queries with the same fingerprint have the same statement.
///
/// Programs run the same few queries over and over; the fingerprint finds the statements of all but the first of them
/// without a translation. Only simple conditions have a fingerprint: conjunctions of comparisons of key paths with
/// values. The translation of others may depend on their values.
struct QueryFingerprint: Sendable {
  fileprivate let entity: Int
  fileprivate let flags: Flags
  fileprivate let condition: QueryCondition?
  fileprivate let kinds: ValueKinds
  fileprivate let order: [FetchOrder]

  /// The properties of a query that are true or false, and the form of its result.
  fileprivate struct Flags: OptionSet, Sendable {
    let rawValue: Int

    static let includesSubentities = Flags(rawValue: 1)
    static let excludesStrays = Flags(rawValue: 2)
    static let hasLimit = Flags(rawValue: 4)
    static let hasOffset = Flags(rawValue: 8)
    static let isOfIdentities = Flags(rawValue: 16)
    static let isOfRows = Flags(rawValue: 32)
    static let isOfVersions = Flags(rawValue: 64)
  }
}

extension ObjectQuery {
  /// The fingerprint of the query with a form of its result; nil if it has none.
  ///
  /// A method rather than an initializer, to which the query would be copied.
  ///
  /// - Parameters:
  ///   - result: The form of the result.
  ///   - isTyped: Whether the database has typed values. There, a value that the type of a column cannot represent
  ///     changes the statement.
  ///   - constant: The values of expressions that refer to no object.
  ///   - values: Receives the values of the parameters, in the order of the statement. An array that has as many
  ///     already is filled in place.
  /// - Returns: The fingerprint.
  func fingerprint(
    _ result: PreparedQueries.Result,
    isTyped: Bool,
    constant: FetchConstants,
    _ values: inout [SQLValue]
  ) -> QueryFingerprint? {
    let comparisons = condition.map { $0.comparisons } ?? []
    guard let comparisons else { return nil }
    var kinds = ValueKinds()
    var count = comparisons.count
    if limit > 0 { count += 1 }
    if offset > 0 { count += 1 }
    if values.count != count { values = [] }
    for place in comparisons.indices {
      let value: SQLValue
      switch constant(comparisons[place].right) {
      case .object(let number, let entity):
        guard kinds.append(object: entity) else { return nil }
        value = .integer(number)
      case .value(let stored) where stored.kind != .null:
        kinds.append(stored.kind, isUnusual: isTyped && stored.isUnusual)
        value = stored
      default: return nil
      }
      if values.isEmpty { values = .filled(count, with: value) } else { values[place] = value }
    }
    if values.isEmpty { values = .filled(count, with: .integer(Int64(limit))) }
    if limit > 0 { values[comparisons.count] = .integer(Int64(limit)) }
    if offset > 0 { values[count - 1] = .integer(Int64(offset)) }
    return QueryFingerprint(
      entity: layout.number,
      flags: QueryFingerprint.Flags(self, result),
      condition: condition,
      kinds: kinds,
      order: order
    )
  }
}

extension QueryFingerprint.Flags {
  fileprivate init(_ question: ObjectQuery, _ result: PreparedQueries.Result) {
    self = []
    if question.includesSubentities { insert(.includesSubentities) }
    if question.excludesStrays { insert(.excludesStrays) }
    if question.limit > 0 { insert(.hasLimit) }
    if question.offset > 0 { insert(.hasOffset) }
    switch result {
    case .rows: insert(.isOfRows)
    case .versions: insert(.isOfVersions)
    case .identities: insert(.isOfIdentities)
    case .count: break
    }
  }
}

extension QueryFingerprint: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    left.entity == right.entity && left.flags == right.flags && left.kinds == right.kinds
      && QueryCondition.haveSameForm(left.condition, right.condition) && left.order == right.order
  }

  // One word, because hashing each part would take longer than the rest of a look-up. The order is compared only.
  func hash(into hasher: inout Hasher) {
    var hash = condition?.hashOfForm ?? 0
    hash = hash &* 31 &+ entity
    hash = hash &* 31 &+ flags.rawValue
    hasher.combine(hash &* 31 &+ kinds.hashOfFirst)
  }
}

/// The kinds of the values in a condition, in order: the type of a value in the database, or the entity of an object.
private struct ValueKinds: Hashable, Sendable {
  /// The kinds of the first values; 0 for none.
  private var first = SIMD4<UInt32>()

  /// Those of the others; few conditions have so many values.
  private var others: [UInt32] = []
  private var count = 0

  var hashOfFirst: Int { Int(first[0]) }

  mutating func append(_ kind: SQLKind, isUnusual: Bool) {
    append(UInt32(kind.rawValue) << 2 | (isUnusual ? 2 : 0) | 1)
  }

  /// Adds an object; returns false if the number of its entity is too large.
  mutating func append(object entity: Int) -> Bool {
    guard let entity = UInt32(exactly: entity), entity < 1 << 30 else { return false }
    append(entity << 2 | 2)
    return true
  }

  private mutating func append(_ kind: UInt32) {
    if count < 4 { first[count] = kind } else { others.append(kind) }
    count += 1
  }
}

extension [SQLValue] {
  /// As many copies of a value, of which all but the first are to be replaced.
  ///
  /// Any other way than a literal looks up the type of the array's storage, and growing an array takes longer still. A
  /// literal of constants would be copied when it is changed.
  fileprivate static func filled(_ count: Int, with value: SQLValue) -> Self {
    switch count {
    case 0: []
    case 1: [value]
    case 2: [value, value]
    case 3: [value, value, value]
    default: Self(repeating: value, count: count)
    }
  }
}
