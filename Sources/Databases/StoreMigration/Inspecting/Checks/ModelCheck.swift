/// Reports missing information about the model of a store.
struct ModelCheck {
  let inspection: StoreInspection

  /// The version that the store was compared with.
  let current: ModelCandidate?

  func problems() -> [StoreProblem] {
    var result: [StoreProblem] = []
    if inspection.metadata.identifier.isEmpty {
      result.append(
        StoreProblem(
          .missingIdentifier,
          inspection.server == nil
            ? "Z_METADATA has no UUID of the store (Z_UUID)"
            : "coredata_metadata has no UUID of the store"
        )
      )
    }
    if let current, let comparison = inspection.comparison {
      let names = comparison.differences.map { "\($0.entity) (\($0.kind.rawValue))" }
      result.append(
        StoreProblem(
          .otherModel,
          "the store does not match any version of the model; it differs from '\(current.title)' in "
            + names.joined(separator: ", ")
        )
      )
    }
    switch inspection.model.cache {
    case .absent, .current: break
    case .stale(let comparison):
      let names = comparison.differences.map(\.entity).joined(separator: ", ")
      result.append(
        StoreProblem(
          .staleModelCache,
          "the model in the store does not match its metadata; they differ in \(names)"
        )
      )
    case .damaged(let reason): result.append(StoreProblem(.damagedModelCache, reason))
    }
    if inspection.model.model == nil {
      result.append(
        StoreProblem(.noModel, "the model of the store is unknown, so its rows are not checked")
      )
    }
    return result
  }
}
