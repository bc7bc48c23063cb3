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

  private var plans: [QueryFingerprint.Key: FetchPlan] = [:]

  subscript(key: QueryFingerprint.Key) -> FetchPlan? { plans[key] }

  mutating func keep(_ plan: FetchPlan, for key: QueryFingerprint.Key) {
    if plans.count >= Self.limit { plans.removeAll() }
    plans[key] = plan
  }
}

/// A prepared statement for a query.
struct FetchPlan {
  let statement: SQLStatement

  /// Whether the statement finds exactly the objects that match the query.
  let isExact: Bool

  /// The rows of the statement, if it returns any.
  let rows: RowSequence?
}
