import Foundation
import StoreMigration

/// The search for the models of stores.
enum SourceModels {
  /// Returns the model of a store: a version of the given model, or one in the bundles of the program.
  static func model(
    ofStoreWith metadata: [String: Any],
    besides model: NSManagedObjectModel
  ) -> NSManagedObjectModel? {
    if let url = model.fileURL {
      let versions = ModelFile(url: url).versions().map(\.model)
      if let found = ModelMerger.merge(versions, forStoreMetadata: metadata) { return found }
    }
    return NSManagedObjectModel.mergedModel(from: ProgramBundles.all, forStoreMetadata: metadata)
  }

  /// Returns the candidates for the model of a store with metadata, for a migration in the database.
  static func candidates(
    ofStoreWith metadata: [String: Any],
    besides model: NSManagedObjectModel
  ) -> [StoredModel] {
    self.model(ofStoreWith: metadata, besides: model).map { [StoredModel($0)] } ?? []
  }

  /// Returns the model with a checksum.
  static func model(
    withChecksum checksum: String,
    besides model: NSManagedObjectModel
  ) -> NSManagedObjectModel? {
    if model.versionChecksum == checksum { return model }
    let files =
      (model.fileURL.map { [ModelFile(url: $0)] } ?? []) + ModelFile.files(in: ProgramBundles.all)
    return files.lazy.flatMap { $0.versions().map(\.model) }.first {
      $0.versionChecksum == checksum
    }
  }
}
