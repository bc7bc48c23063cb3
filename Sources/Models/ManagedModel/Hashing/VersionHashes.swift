import Digests

/// The identity of a model: the version hashes by which Core Data recognizes it in a store.
///
/// The serialization is version 3 of Core Data's (`NSStoreModelVersionHashesVersion`).
package struct VersionHashes: Sendable {
  /// The hashes, by the names of the entities in code-point order.
  package let entities: [EntityHash]

  package init(_ model: ResolvedModel) {
    var hashes: [Int: EntityHash] = [:]
    let composites = CompositeHashes(model)
    for root in model.roots {
      // Depth first: children need their parent's hash.
      for entity in model.subtree(of: root) {
        let parent = entity.parent.flatMap { hashes[$0] }
        hashes[entity.index] = EntityHash(entity, in: model, composites, parent: parent)
      }
    }
    entities = hashes.values.sorted { left, right in
      left.name == right.name
        ? left.index < right.index : left.name.precedesByCodePoint(right.name)
    }
  }

  /// The hash of the entity with the given name.
  package subscript(name: String) -> EntityHash? {
    entities.first { $0.name == name }
  }

  /// `NSStoreModelVersionChecksumKey`, and `NSManagedObjectModel_VersionChecksums` in a `.momd`.
  package var checksum: String {
    SHA256.hash(entities.flatMap(\.bytes)).base64
  }

  /// `NSStoreModelVersionHashesDigest`.
  package var digest: String {
    SHA512.hash(entities.flatMap { Array($0.name.utf8) + $0.bytes }).base64
  }

  /// Whether every hash follows established rules.
  package var isEstablished: Bool {
    entities.allSatisfy(\.doubts.isEmpty)
  }
}

/// The version hash of one entity.
package struct EntityHash: Sendable {
  package let name: String

  /// The 32 bytes of the hash.
  package let bytes: [UInt8]

  /// The reason why the hash may not be Core Data's; empty for nearly every real entity.
  package let doubts: [HashDoubt]

  let index: Int

  init(
    _ entity: ResolvedEntity,
    in model: ResolvedModel,
    _ composites: CompositeHashes,
    parent: Self?
  ) {
    name = entity.name
    index = entity.index
    let properties = model.allProperties(of: entity)
      .map { (name: model.property(at: $0).name, location: $0) }
      .sorted { $0.name.precedesByCodePoint($1.name) }
      .compactMap { PropertyHash(model.property(at: $0.location), composites) }
    let constraints = entity.entity.uniquenessConstraints ?? []
    let modifier = entity.entity.versionHashModifier ?? ""

    var input = HashInput()
    input.append(entity.name)
    input.append(entity.entity.isAbstract)
    if let parent { input.append(parent.bytes) }
    for property in properties { input.append(property.bytes) }
    input.append(modifier)
    for constraint in constraints {
      input.append(constraint.members.map(\.name).joined(separator: "."))
    }
    bytes = input.hash

    var found = properties.flatMap(\.doubts)
    if constraints.count > 1 { found.append(.severalUniquenessConstraints) }
    if !constraints.isEmpty && !modifier.isEmpty { found.append(.constraintAndModifier) }
    if !entity.name.isASCII { found.append(.nonASCIIName(entity.name)) }
    for doubt in parent?.doubts ?? [] where !found.contains(doubt) { found.append(doubt) }
    doubts = found
  }
}
