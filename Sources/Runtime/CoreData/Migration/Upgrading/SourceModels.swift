import Foundation
import StoreMigration

/// The places in which the models of stores are looked for.
enum SourceModels {
  /// The model of a store: a version of the model in hand, or what is in the bundles of the program.
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

  /// The models that a store with metadata may have been made with, for a migration in the database.
  static func candidates(
    ofStoreWith metadata: [String: Any],
    besides model: NSManagedObjectModel
  ) -> [StoredModel] {
    self.model(ofStoreWith: metadata, besides: model).map { [StoredModel($0)] } ?? []
  }

  /// The model with a checksum.
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
