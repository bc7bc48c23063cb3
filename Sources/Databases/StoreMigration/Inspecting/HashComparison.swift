import ManagedModel
import PropertyLists

/// The differences between the entities of a store and those of a model, by their hashes.
package struct HashComparison: Sendable, Hashable {
  package var differences: [EntityDifference]

  /// Whether a store matches the model: it has no entity that the model lacks.
  ///
  /// A store may have fewer, if it holds a configuration.
  package var isSame: Bool {
    differences.allSatisfy { $0.kind == .onlyInModel || $0.kind == .uncertain }
  }

  package init(_ metadata: StoreMetadata, with model: Model) {
    let wanted = metadata.versionHashes
    let computed = VersionHashes(ResolvedModel(model)).entities
    let known = Dictionary(
      computed.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    differences = Set(wanted.keys).union(known.keys).sortedByCodePoint().compactMap {
      name -> EntityDifference? in
      switch (wanted[name], known[name]) {
      case (.some, nil): return EntityDifference(entity: name, kind: .onlyInStore)
      case (nil, _): return EntityDifference(entity: name, kind: .onlyInModel)
      case (.some(let hash), .some(let own)):
        if hash == own.bytes { return nil }
        return EntityDifference(entity: name, kind: own.doubts.isEmpty ? .changed : .uncertain)
      }
    }
    // A store without information about its model matches none; one without entities has such information.
    let isEmpty =
      metadata.dictionary[StoreMetadataKey.hashes]?.dictionary != nil && model.entities.isEmpty
    if wanted.isEmpty, !isEmpty {
      differences.append(EntityDifference(entity: "", kind: .onlyInStore))
    }
  }
}

/// An entity that differs between a store and a model.
package struct EntityDifference: Sendable, Hashable {
  package var entity: String
  package var kind: Kind

  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case onlyInStore = "only in the store"
    case onlyInModel = "only in the model"
    case changed
    /// The hashes differ, but the model's is computed by rules that are not established.
    case uncertain
  }
}
