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

  /// The mapping of the whole model, if it is not all in the store.
  let whole: SchemaMapping?

  /// All entities of the coordinator's model, with the layouts of their rows.
  let entities: [StoreEntity]

  /// The part that a configuration has; all of the model for one that the model does not know.
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
  /// The part of a model that a configuration has, and the whole model if that is more.
  ///
  /// The part is the whole for a configuration that the model does not know.
  static func part(
    of model: NSManagedObjectModel,
    configuration: String
  ) -> (part: StoredModel, whole: StoredModel?) {
    let entities = model.entities(forConfigurationName: configuration) ?? model.entities
    let whole = StoredModel(model)
    let part = whole.part(Set(entities.compactMap(\.name)))
    return (part, part.value.entities.count < whole.value.entities.count ? whole : nil)
  }

  /// A model with the hashes that it is known by.
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
