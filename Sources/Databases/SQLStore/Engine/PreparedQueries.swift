import SQLDriver

/// The prepared statements of questions that may be asked again, by the shape of the question.
struct PreparedQueries {
  /// A question, and the form of its result.
  struct Key: Hashable {
    let question: QueryFingerprint.Key
    let result: Result
  }

  enum Result {
    case rows
    case identities
    case count
  }

  /// The number of questions that are kept.
  private static let limit = 128

  private var plans: [Key: FetchPlan] = [:]

  subscript(key: Key) -> FetchPlan? { plans[key] }

  mutating func keep(_ plan: FetchPlan, for key: Key) {
    if plans.count >= Self.limit { plans.removeAll() }
    plans[key] = plan
  }
}

/// A prepared statement that answers a question.
struct FetchPlan {
  let statement: SQLStatement

  /// Whether the statement finds the objects that the question is about, and no others.
  let isExact: Bool

  /// The rows of the statement, if it gives any.
  let rows: RowSequence?
}
