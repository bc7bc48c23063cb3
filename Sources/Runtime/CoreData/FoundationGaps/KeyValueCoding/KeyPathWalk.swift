import PredicateFormat

/// The values under a key of a set's members.
enum KeptValues {
  /// Each value once, without nil, as in key-value coding.
  case distinct

  /// As many values as there are members, without nil.
  case repeated

  /// A value for each member, also nil, as there is a row for each in a database.
  ///
  /// As there, a missing object has no members, and no values have no average.
  case ofAllMembers
}

/// The evaluation of a key path: `team.players.@sum.goals`.
struct KeyPathWalk {
  private enum Step {
    case key(String)
    case collectionOperator(CollectionOperator)

    var isKey: Bool {
      if case .key = self { return true }
      return false
    }
  }

  private let steps: [Step]

  private let kept: KeptValues

  /// Prepares the evaluation; nil if an operator is unknown or an argument is missing.
  ///
  /// - Parameters:
  ///   - components: The keys and operators.
  ///   - kept: The values that a key of a set's members returns.
  init?(_ components: [PropertyPath.Component], _ kept: KeptValues = .distinct) {
    var steps: [Step] = []
    for component in components {
      switch component {
      case .key(let key): steps.append(.key(key))
      case .collectionOperator(let name):
        guard let known = CollectionOperator(rawValue: name) else { return nil }
        steps.append(.collectionOperator(known))
      case .argument: return nil
      }
    }
    self.steps = steps
    self.kept = kept
  }

  /// The key, if the path has just one.
  var onlyKey: String? {
    guard steps.count == 1, case .key(let key) = steps[0] else { return nil }
    return key
  }

  /// The value at the end of the path.
  func value(from start: PredicateValue) -> PredicateValue {
    value(from: start, steps[...], kept)
  }

  private func value(
    from start: PredicateValue,
    _ steps: ArraySlice<Step>,
    _ kept: KeptValues
  ) -> PredicateValue {
    var value = start
    for (index, step) in zip(steps.indices, steps) {
      switch step {
      case .key(let key):
        value = value.value(forKey: key, kept)
      case .collectionOperator(let operation):
        let isDatabase = kept == .ofAllMembers
        guard let members = isDatabase && value.isNull ? [] : value.members else { return .null }
        // `labels.@count` is counted as it is. A key after another operator is applied to each member, but an
        // operator after one that returns a collection applies to that collection.
        if operation == .count { return .integer(Int64(members.count)) }
        let rest = steps[(index + 1)...]
        let asked = operation.givesCollection ? rest.prefix { $0.isKey } : rest
        let repeated = kept == .distinct ? .repeated : kept
        let values = members.map { self.value(from: $0, asked, repeated) }
        let result = operation.value(
          of: values,
          averageOfNone: isDatabase ? .null : .integer(0)
        )
        return self.value(from: result, rest[asked.endIndex...], kept)
      }
    }
    return value
  }
}
