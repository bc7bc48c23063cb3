/// Something in a store that is not as its model, or SQLite, wants it.
package struct StoreProblem: Sendable, Hashable {
  package var rule: StoreRule

  /// The problem, in one sentence without a final period.
  package var message: String

  /// The part of the model that it is about, as `Player` or `Player.team`; nil where there is none.
  package var element: String?

  /// The number of rows or files that it is about; nil where that means nothing.
  package var count: Int?

  package init(_ rule: StoreRule, _ message: String, element: String? = nil, count: Int? = nil) {
    self.rule = rule
    self.message = message
    self.element = element
    self.count = count
  }
}
