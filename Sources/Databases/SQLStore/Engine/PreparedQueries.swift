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

  private var entries: [QueryFingerprint.Key: Entry] = [:]

  /// The entry that was found last: many programs execute one query several times in a row.
  private var last: Entry?

  private final class Entry {
    let key: QueryFingerprint.Key
    let plan: FetchPlan

    init(_ key: QueryFingerprint.Key, _ plan: FetchPlan) {
      self.key = key
      self.plan = plan
    }
  }

  mutating func plan(for key: borrowing QueryFingerprint.Key) -> FetchPlan? {
    if let last, last.key == key { return last.plan }
    guard let entry = entries[copy key] else { return nil }
    last = entry
    return entry.plan
  }

  mutating func keep(_ plan: FetchPlan, for key: QueryFingerprint.Key) {
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
