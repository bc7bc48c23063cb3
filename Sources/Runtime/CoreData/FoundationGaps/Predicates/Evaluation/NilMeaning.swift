/// The meaning of nil in the comparisons of a predicate.
enum NilMeaning {
  /// A value that is equal to nil only, and different from all others.
  case value

  /// An unknown value, as in databases: a comparison with it is neither true nor false, and neither is its negation.
  ///
  /// A place in a predicate asks only one question: whether its condition is true, or, inside of a negation, whether
  /// it is not false. So what is unknown counts as false or as true there, and conditions need no third result.
  case unknown(countsAs: Bool)

  /// The meaning inside of a negation.
  var negated: Self {
    switch self {
    case .value: .value
    case .unknown(let result): .unknown(countsAs: !result)
    }
  }

  /// The meaning in a condition that selects values or objects, which must be true for them.
  var selecting: Self {
    switch self {
    case .value: .value
    case .unknown: .unknown(countsAs: false)
    }
  }

  /// Whether conditions are evaluated as a database does it.
  var isOfDatabase: Bool {
    switch self {
    case .value: false
    case .unknown: true
    }
  }
}
