import Foundation
import StoreMigration

/// Migrates a store in the way that follows from the two versions of the model.
struct LightweightUpgrade {
  let opening: StoreOpening
  let type: String

  /// The version that the store is to have.
  let model: NSManagedObjectModel

  /// What the store says of itself.
  let metadata: [String: Any]

  func run() throws {
    if type == NSSQLiteStoreType { return try SQLiteUpgrade(opening: opening, model: model).run() }
    guard let source = SourceModels.model(ofStoreWith: metadata, besides: model) else {
      throw MigrationFailure.error(.noSourceModel, at: opening.url)
    }
    let mapping: NSMappingModel
    do {
      mapping = try MappingInference(from: source, to: model).mappingModel()
    } catch let error as NSError {
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
