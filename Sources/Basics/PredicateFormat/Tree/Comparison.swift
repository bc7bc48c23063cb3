/// Two expressions and the operator between them: `ANY pages.title CONTAINS[cd] "swift"`.
package struct Comparison: Sendable, Hashable {
  package var modifier: Modifier
  package var left: Expression
  package var relation: Relation
  package var options: Options
  package var right: Expression

  package init(
    _ left: Expression,
    _ relation: Relation,
    _ right: Expression,
    modifier: Modifier = .direct,
    options: Options = []
  ) {
    self.modifier = modifier
    self.left = left
    self.relation = relation
    self.options = options
    self.right = right
  }
}

extension Comparison {
  /// The modifier of a comparison whose left side has many values.
  ///
  /// `SOME` is `ANY`, and `NONE x` is parsed as `NOT ANY x`. The raw values are those of
  /// `NSComparisonPredicate.Modifier`.
  package enum Modifier: Int, Sendable, Hashable {
    case direct = 0
    case all = 1
    case any = 2
  }

  /// A comparison operator.
  ///
  /// The raw values are those of `NSComparisonPredicate.Operator`.
  package enum Relation: Int, Sendable, Hashable, CaseIterable {
    case lessThan = 0
    case lessThanOrEqualTo = 1
    case greaterThan = 2
    case greaterThanOrEqualTo = 3
    case equalTo = 4
    case notEqualTo = 5
    case matches = 6
    case like = 7
    case beginsWith = 8
    case endsWith = 9
    case `in` = 10
    case contains = 99
    case between = 100
  }

  /// The options of a string comparison, as in `==[cd]`.
  ///
  /// The raw values are those of `NSComparisonPredicate.Options`.
  package struct Options: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Written `c`.
    package static let caseInsensitive = Options(rawValue: 1)
    /// Written `d`.
    package static let diacriticInsensitive = Options(rawValue: 2)
    /// `n`: both sides are known to be normalized, so they are compared byte by byte.
    package static let normalized = Options(rawValue: 4)
    /// Written `l`.
    package static let localeSensitive = Options(rawValue: 8)

    /// Written `w`; Apple's parser accepts it, and its meaning is not documented.
    package static let word = Options(rawValue: 16)

    /// Each option with its letter, in canonical order.
    static let letters: [(letter: Character, option: Options)] = [
      ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
      ("l", .localeSensitive), ("w", .word),
    ]
  }
}
