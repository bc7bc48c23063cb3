import Foundation
import ManagedModel
import StoreMigration

/// Migrates a store by the mapping that is inferred from the two versions of the model.
struct LightweightUpgrade {
  let opening: StoreOpening
  let type: String

  /// The version that the store is to have.
  let model: NSManagedObjectModel

  /// The metadata of the store.
  let metadata: [String: Any]

  /// Whether the program is known to have the store's version.
  var knowsSource = false

  /// Versions that the store may have, besides those in the files of the program.
  var sources: [NSManagedObjectModel] = []

  /// The lock of a store on a server, if it is held already.
  var lock: ServerMigrationLock?

  func run() throws {
    if type == NSSQLiteStoreType {
      return try SQLiteUpgrade(opening: opening, model: model, knowsSource: knowsSource).run()
    }
    if type == NSPostgreSQLStoreType {
      return try ServerUpgrade(
        opening: opening,
        model: model,
        knowsSource: knowsSource,
        lock: lock
      ).run()
    }
    let known = sources.first {
      $0.isConfiguration(
        withName: opening.configuration,
        compatibleWithStoreMetadata: metadata
      )
    }
    guard let source = known ?? SourceModels.model(ofStoreWith: metadata, besides: model) else {
      throw MigrationFailure.error(.noSourceModel, at: opening.url)
    }
    let mapping: NSMappingModel
    do {
      let inference = MappingInference(from: source, to: model)
      guard inference.keepsEntities || opening.allowsDataLoss else {
        let names = source.storedEntities.compactMap(\.name).sortedByCodePoint()
        throw MigrationFailure.error(.nothingInCommon(names), at: opening.url)
      }
      mapping = try inference.mappingModel()
    } catch let error as NSError where error.code == NSInferredMappingModelError {
      throw MigrationFailure.missingMapping(at: opening.url, underlying: error)
    }
    try ObjectUpgrade(
      opening: opening,
      type: type,
      source: source,
      destination: model,
      mapping: mapping
    ).run()
  }
}
