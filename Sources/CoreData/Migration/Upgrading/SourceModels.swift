import Foundation

/// Where the models may be that stores were made with.
enum SourceModels {
  /// The model of a store: a version of the model in hand, or what is in the bundles of the program.
  static func model(
    ofStoreWith metadata: [String: Any],
    besides model: NSManagedObjectModel
  ) -> NSManagedObjectModel? {
    if let file = model.file,
      let found = ModelMerger.merge(file.versions().map(\.model), forStoreMetadata: metadata)
    {
      return found
    }
    return NSManagedObjectModel.mergedModel(from: ProgramBundles.all, forStoreMetadata: metadata)
  }
}
