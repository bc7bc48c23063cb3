/// A collection operator of key paths: `players.@sum.goals`.
enum CollectionOperator: String {
  case count
  case sum
  case min
  case max
  case avg
  case unionOfObjects
  case distinctUnionOfObjects
  case unionOfArrays
  case distinctUnionOfArrays
  case unionOfSets
  case distinctUnionOfSets

  /// Whether the result of the operator is a collection, rather than a single value.
  var givesCollection: Bool {
    switch self {
    case .count, .sum, .min, .max, .avg: false
    default: true
    }
  }

  /// Applies the operator to the values of all members.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - averageOfNone: The average if no value is a number; in key-value coding it is 0.
  /// - Returns: The result.
  func value(
    of values: [PredicateValue],
    averageOfNone: PredicateValue = .integer(0)
  ) -> PredicateValue {
    switch self {
    case .count: .integer(Int64(values.count))
    case .sum: values.sum
    case .min: values.minimum
    case .max: values.maximum
    case .avg: values.average(ofNone: averageOfNone)
    case .unionOfObjects:
      .collection(ValueCollection(values.filter { !$0.isNull }))
    case .distinctUnionOfObjects:
      .collection(ValueCollection(values.filter { !$0.isNull }.distinct))
    case .unionOfArrays:
      .collection(ValueCollection(values.flattened))
    case .distinctUnionOfArrays:
      .collection(ValueCollection(values.flattened.distinct))
    case .unionOfSets, .distinctUnionOfSets:
      .collection(ValueCollection(values.flattened.distinct, kind: .unordered))
    }
  }
}

extension [PredicateValue] {
  /// The members of all collections among the values.
  fileprivate var flattened: [PredicateValue] { flatMap { $0.members ?? [] } }
}
