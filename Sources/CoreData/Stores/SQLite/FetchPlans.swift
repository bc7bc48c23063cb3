import SQLDriver
import SQLStore

/// What was prepared for questions that may be asked again, by what they look like.
struct FetchPlans {
  /// A question, and what is wanted of its objects.
  struct Key: Hashable {
    let question: QuestionShape.Key
    let result: Result
  }

  enum Result {
    case rows
    case identities
    case count
  }

  /// How many questions are kept.
  private static let limit = 128

  private var plans: [Key: FetchPlan] = [:]

  subscript(key: Key) -> FetchPlan? { plans[key] }

  mutating func keep(_ plan: FetchPlan, for key: Key) {
    if plans.count >= Self.limit { plans.removeAll() }
    plans[key] = plan
  }
}

/// A statement that answers a question.
struct FetchPlan {
  let statement: SQLStatement

  /// What reads the rows of the statement, if it gives any.
  let rows: RowSequence?
}
