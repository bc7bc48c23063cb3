import PredicateFormat

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

  /// Whether a key of a set's members returns as many values as there are members.
  ///
  /// Key-value coding returns a set of them, without duplicates.
  private let keepsDuplicates: Bool

  /// Prepares the evaluation; nil if an operator is unknown or an argument is missing.
  ///
  /// - Parameters:
  ///   - components: The keys and operators.
  ///   - keepsDuplicates: Whether equal values of a set's members count as often as they occur.
  init?(_ components: [PropertyPath.Component], keepsDuplicates: Bool = false) {
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
    self.keepsDuplicates = keepsDuplicates
  }

  /// The key, if the path has just one.
  var onlyKey: String? {
    guard steps.count == 1, case .key(let key) = steps[0] else { return nil }
    return key
  }

  /// The value at the end of the path.
  func value(from start: PredicateValue) -> PredicateValue {
    value(from: start, steps[...], keepsDuplicates: keepsDuplicates)
  }

  private func value(
    from start: PredicateValue,
    _ steps: ArraySlice<Step>,
    keepsDuplicates: Bool
  ) -> PredicateValue {
    var value = start
    for (index, step) in zip(steps.indices, steps) {
      switch step {
      case .key(let key):
        value = value.value(forKey: key, keepsDuplicates: keepsDuplicates)
      case .collectionOperator(let operation):
        guard let members = value.members else { return .null }
        // `labels.@count` is counted as it is. A key after another operator is applied to each member, but an
        // operator after one that returns a collection applies to that collection.
        if operation == .count { return .integer(Int64(members.count)) }
        let rest = steps[(index + 1)...]
        let asked = operation.givesCollection ? rest.prefix { $0.isKey } : rest
        let values = members.map { self.value(from: $0, asked, keepsDuplicates: true) }
        let result = operation.value(of: values)
        return self.value(from: result, rest[asked.endIndex...], keepsDuplicates: keepsDuplicates)
      }
    }
    return value
  }
}
