import ManagedModel

/// Finds the model that a store was made with.
struct SourceModelSearch {
  let record: StoreRecord

  /// The model: the one that the store keeps, if that is the one, else one of the candidates.
  ///
  /// A store may keep another model than it was made with; what the metadata say is true.
  func model(
    cached: Model?,
    candidates: () throws -> [StoredModel]
  ) rethrows -> StoredModel? {
    let wanted = record.versionHashes
    guard !wanted.isEmpty else { return nil }
    let names = Set(wanted.keys)
    if let cached, isSame(cached, as: wanted) {
      let identity = ModelIdentity(hashes: wanted, identifiers: [], checksum: "")
      return StoredModel(cached, identity: identity).part(names)
    }
    let found = try candidates().first { candidate in
      wanted.allSatisfy { candidate.identity.hashes[$0.key] == $0.value }
    }
    return found?.part(names)
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
