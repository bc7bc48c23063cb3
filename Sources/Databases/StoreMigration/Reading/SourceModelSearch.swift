import ManagedModel

/// Finds the model of a store.
struct SourceModelSearch {
  let metadata: StoreMetadata

  /// Returns the candidate with the hashes of the store, or else the model that the store keeps, or else the claimed
  /// one.
  ///
  /// The candidates come first because the model in a store lacks what is not needed to read it, such as renaming
  /// identifiers. It may also differ from the store's actual model; the hashes in the metadata decide. A store that
  /// lists no entities was created with a model without any.
  func model(
    cached: Model?,
    candidates: () throws -> [StoredModel],
    claimed: StoredModel?
  ) rethrows -> StoredModel? {
    let wanted = metadata.versionHashes
    guard !wanted.isEmpty else {
      return metadata.hasVersionHashes ? StoredModel(Model()) : nil
    }
    let names = Set(wanted.keys)
    if let found = try candidates().first(where: hasHashes) { return found.part(names) }
    if let cached, isSame(cached, as: wanted) {
      let identity = ModelIdentity(hashes: wanted, identifiers: [], checksum: "")
      var model = StoredModel(cached, identity: identity)
      model.isFromStore = true
      return model.part(names)
    }
    return claimed?.part(names)
  }

  /// Whether the version of the store is among the known ones.
  func isKnown(among candidates: [StoredModel]) -> Bool {
    candidates.contains(where: hasHashes)
  }

  private func hasHashes(_ candidate: StoredModel) -> Bool {
    metadata.versionHashes.allSatisfy { candidate.identity.hashes[$0.key] == $0.value }
  }

  /// Whether a model has the entities with the given hashes, as far as hashes are certain.
  private func isSame(_ model: Model, as wanted: [String: [UInt8]]) -> Bool {
    let computed = VersionHashes(ResolvedModel(model)).entities
    let byName = Dictionary(
      computed.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return wanted.allSatisfy { name, hash in
      guard let known = byName[name] else { return false }
      return known.bytes == hash || !known.doubts.isEmpty
    }
  }
}
