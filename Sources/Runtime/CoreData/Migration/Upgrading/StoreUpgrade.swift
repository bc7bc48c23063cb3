import Foundation
import StoreMigration

/// Migrates a store to the version of a coordinator's model before it is opened, if the options request that.
struct StoreUpgrade {
  let opening: StoreOpening
  let type: String
  let model: NSManagedObjectModel

  /// The metadata of the store.
  let metadata: [String: Any]

  /// Whether the store has another version than the model, or an unfinished stage.
  static func isNeeded(
    by store: NSPersistentStore,
    for model: NSManagedObjectModel
  ) -> Bool {
    let ignores = store.options?[NSIgnorePersistentStoreVersioningOption] as? NSNumber
    guard ignores?.boolValue != true, let metadata = store.metadata,
      metadata[NSStoreModelVersionHashesKey] is [String: Data]
    else { return false }
    if StagedUpgrade.isUnfinished(store) { return true }
    return !model.isConfiguration(
      withName: store.configurationName,
      compatibleWithStoreMetadata: metadata
    )
  }

  /// Migrates the store, or throws the reason why it is not migrated.
  func run() throws {
    guard !flag(NSReadOnlyPersistentStoreOption) else { throw incompatibility }
    guard !model.entities.isEmpty else {
      throw MigrationFailure.error(.noEntities, at: opening.url)
    }
    let stages = opening.options?[NSPersistentStoreStagedMigrationManagerOptionKey]
    if let manager = stages as? NSStagedMigrationManager {
      return try StagedUpgrade(opening: opening, type: type, model: model, manager: manager).run()
    }
    guard flag(NSMigratePersistentStoresAutomaticallyOption) else { throw incompatibility }
    let mapped = MappedUpgrade(opening: opening, type: type, model: model, metadata: metadata)
    if try mapped.run() { return }
    guard flag(NSInferMappingModelAutomaticallyOption) else {
      throw MigrationFailure.missingMapping(at: opening.url, underlying: nil)
    }
    try LightweightUpgrade(opening: opening, type: type, model: model, metadata: metadata).run()
  }

  private func flag(_ option: String) -> Bool {
    (opening.options?[option] as? NSNumber)?.boolValue == true
  }

  private var incompatibility: NSError {
    Self.incompatibility(of: metadata, with: model, at: opening.url)
  }

  /// The error for a store of another version.
  static func incompatibility(
    of metadata: [String: Any],
    with model: NSManagedObjectModel,
    at url: URL?
  ) -> NSError {
    var info: [String: Any] = [
      "metadata": metadata,
      "modelVersionHashes": model.entityVersionHashesByName,
    ]
    info["storeVersionHashes"] = metadata[NSStoreModelVersionHashesKey]
    return StoreFailure.error(
      NSPersistentStoreIncompatibleVersionHashError,
      "The model used to open the store is incompatible with the one used to create the store",
      url: url,
      info: info
    )
  }
}
