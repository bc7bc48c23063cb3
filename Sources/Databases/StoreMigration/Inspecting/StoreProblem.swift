/// A violation of a rule of the model or of SQLite in a store.
package struct StoreProblem: Sendable, Hashable {
  package var rule: StoreRule

  /// The problem, in one sentence without a final period.
  package var message: String

  /// The part of the model that it concerns, such as `Player` or `Player.team`; nil if there is none.
  package var element: String?

  /// The number of rows or files that it concerns; nil if that is meaningless.
  package var count: Int?

  package init(_ rule: StoreRule, _ message: String, element: String? = nil, count: Int? = nil) {
    self.rule = rule
    self.message = message
    self.element = element
    self.count = count
  }
}
