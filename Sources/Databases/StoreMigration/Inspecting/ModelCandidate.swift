import ManagedModel

/// A version of a model that a store may be of.
package struct ModelCandidate: Sendable {
  /// The name of the version for messages.
  package var title: String
  package var model: Model

  package init(title: String, model: Model) {
    self.title = title
    self.model = model
  }
}

extension [ModelCandidate] {
  /// The version of a store: the one with the fewest differences if several have its entities.
  package func match(_ metadata: StoreMetadata) -> ModelCandidate? {
    var best: (candidate: ModelCandidate, count: Int)?
    for candidate in self {
      let comparison = HashComparison(metadata, with: candidate.model)
      guard comparison.isSame, comparison.differences.count < best?.count ?? .max else { continue }
      best = (candidate, comparison.differences.count)
    }
    return best?.candidate
  }
}
