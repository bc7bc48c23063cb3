import Foundation
import ManagedModel

extension NSManagedObjectModel {
  /// The version hashes of all entities, by the names of the entities.
  public var entityVersionHashesByName: [String: Data] {
    Dictionary(
      versionHashes.entities.map { ($0.name, recordedHashes.hash(for: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// A checksum of the version of the model: the hash of the entities' version hashes, in base 64.
  public var versionChecksum: String {
    recordedHashes.checksum(for: versionHashes.checksum)
  }

  /// Whether a store with the given metadata has exactly the entities of a configuration, as they are in this model;
  /// nil stands for all entities.
  public func isConfiguration(
    withName configuration: String?,
    compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let members = entities(forConfigurationName: configuration),
      let recorded = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    else { return false }
    let names = Set(members.compactMap(\.name))
    return entityVersionHashesByName.filter { names.contains($0.key) } == recorded
  }

  /// The version hashes, which are computed once when the model is in use.
  final var versionHashes: VersionHashes {
    if let settledHashes { return settledHashes }
    return VersionHashes(ResolvedModel(ModelEncoder.model(self)))
  }
}

extension NSEntityDescription {
  /// The hash by which a store recognizes the entity.
  ///
  /// It depends on all parts of the entity and of its ancestors that affect a store.
  public var versionHash: Data {
    if isLocked, let model, let name, let hash = model.versionHashes[name] {
      return model.recordedHashes.hash(for: hash)
    }
    let value = ModelEncoder.model(of: lineage)
    guard let hash = VersionHashes(ResolvedModel(value))[name ?? ""] else { return Data() }
    return (model?.recordedHashes ?? RecordedHashes()).hash(for: hash)
  }
}

extension NSPropertyDescription {
  /// The hash of the parts of the property that affect a store.
  ///
  /// The hash of a property that is not stored is not part of that of its entity, and is empty.
  public var versionHash: Data {
    guard let (property, model) = ModelEncoder.property(self) else { return Data() }
    return Data(PropertyHash(property, in: ResolvedModel(model))?.bytes ?? [])
  }
}
