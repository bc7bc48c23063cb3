import Foundation
import ManagedModel
import PropertyLists
import SQLSchema
import SQLStore
import StoreMigration

/// The part of a model that is in a store.
struct SQLiteModel {
  let stored: StoredModel
  let mapping: SchemaMapping

  /// The mapping of the whole model, if the store has only a part of it.
  let whole: SchemaMapping?

  /// All entities of the coordinator's model, with the layouts of their rows.
  let entities: [StoreEntity]

  /// Creates the part for a configuration; the whole model for an unknown one.
  init(_ model: NSManagedObjectModel, configuration: String, shapes: [EntityShape] = []) {
    self.entities = shapes.map { StoreEntity($0) }
    let (part, whole) = StoredModel.part(of: model, configuration: configuration)
    stored = part
    mapping = part.mapping
    self.whole = whole?.mapping
  }

  /// The metadata of a new store.
  func metadata(identifier: String) -> [String: Any] {
    var metadata = MetadataList.metadata(.init(stored.identity.entries))
    metadata[NSStoreTypeKey] = NSSQLiteStoreType
    metadata[NSStoreUUIDKey] = identifier
    metadata["_NSAutoVacuumLevel"] = "2"
    return metadata
  }
}

extension StoredModel {
  /// Returns the part of a model in a configuration, and the whole model if that has more.
  ///
  /// For an unknown configuration the part is the whole.
  static func part(
    of model: NSManagedObjectModel,
    configuration: String
  ) -> (part: StoredModel, whole: StoredModel?) {
    let entities = model.entities(forConfigurationName: configuration) ?? model.entities
    let whole = StoredModel(model)
    let part = whole.part(Set(entities.compactMap(\.name)))
    return (part, part.value.entities.count < whole.value.entities.count ? whole : nil)
  }

  /// Creates a stored model with its hashes.
  init(_ model: NSManagedObjectModel) {
    self.init(
      ModelEncoder.model(model),
      identity: ModelIdentity(
        hashes: model.entityVersionHashesByName.mapValues { Array($0) },
        identifiers: model.versionIdentifiers.compactMap { $0.base as? String }.sorted(),
        checksum: model.versionChecksum
      )
    )
  }
}
