/// An argument that is identified by its position on the command line.
package struct Operand: Sendable, Hashable {
  package var value: ValueDescription

  /// Its description, in one or more sentences.
  package var help: String

  package var count: Count

  /// The value of an optional operand that is not given.
  package var defaultValue: String?

  /// The number of words that an operand takes.
  package enum Count: Sendable, Hashable {
    case one
    case optional
    /// At least the given number.
    case many(atLeast: Int)
  }

  package init(
    _ value: ValueDescription,
    count: Count = .one,
    default defaultValue: String? = nil,
    _ help: String
  ) {
    self.value = value
    self.help = help
    self.count = count
    self.defaultValue = defaultValue
  }

  /// The name for lookups, which is its placeholder.
  package var name: String { value.name }

  var minimum: Int {
    switch count {
    case .one: 1
    case .optional: 0
    case .many(let minimum): max(0, minimum)
    }
  }

  /// The greatest number of words; nil for any number.
  var maximum: Int? {
    switch count {
    case .one, .optional: 1
    case .many: nil
    }
  }
}
