import SQLDriver

/// A cache of prepared statements for queries, by their fingerprints.
struct PreparedQueries {
  /// The form of a query's result.
  enum Result {
    case rows
    /// The identity of each object, and the version of its row.
    case versions
    case identities
    case count
  }

  /// The number of queries that are cached.
  private static let limit = 128

  private var entries: [QueryFingerprint: Entry] = [:]

  /// The entry that was found last: many programs execute one query several times in a row.
  private var last: Entry?

  /// Memory for the values of the next query's parameters, which would take as long to allocate as to find a plan.
  private var spareValues: [SQLValue] = []

  private final class Entry {
    let key: QueryFingerprint
    let plan: FetchPlan

    init(_ key: QueryFingerprint, _ plan: FetchPlan) {
      self.key = key
      self.plan = plan
    }
  }

  /// Returns an array for the values of a query's parameters; its elements have no meaning.
  mutating func takeSpareValues() -> [SQLValue] {
    defer { spareValues = [] }
    return spareValues
  }

  /// Takes back an array for later use, unless it is long or its values may need much memory.
  mutating func give(_ values: consuming [SQLValue]) {
    if values.count <= 4, values.allSatisfy(\.isNumber) { spareValues = values }
  }

  mutating func plan(for key: borrowing QueryFingerprint) -> FetchPlan? {
    if let last, last.key == key { return last.plan }
    guard let entry = entries[copy key] else { return nil }
    last = entry
    return entry.plan
  }

  mutating func keep(_ plan: FetchPlan, for key: QueryFingerprint) {
    if entries.count >= Self.limit { entries.removeAll() }
    let entry = Entry(key, plan)
    entries[key] = entry
    last = entry
  }
}

/// A prepared statement for a query.
final class FetchPlan {
  let statement: SQLStatement

  /// Whether the statement finds exactly the objects that match the query.
  let isExact: Bool

  /// The rows of the statement, if it returns any.
  let rows: RowSequence?

  init(statement: SQLStatement, isExact: Bool, rows: RowSequence?) {
    self.statement = statement
    self.isExact = isExact
    self.rows = rows
  }
}

extension SQLValue {
  fileprivate var isNumber: Bool { kind == .integer || kind == .real }
}
