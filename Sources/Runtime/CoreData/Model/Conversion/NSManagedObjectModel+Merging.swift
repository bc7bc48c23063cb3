import Foundation
import ManagedModel

extension NSManagedObjectModel {
  /// Creates the union of models, with copies of their entities.
  ///
  /// Two models may have the same entity. It is nil, with the reason printed, if two entities of the same name
  /// differ: Core Data raises an exception then.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models, let merged = ModelMerger.merge(models) else { return nil }
    self.init(taking: merged)
  }

  /// Creates the union of those of the given models that match the metadata of a store; nil if they do not have all
  /// of its entities.
  public convenience init?(
    byMerging models: [NSManagedObjectModel],
    forStoreMetadata metadata: [String: Any]
  ) {
    guard let merged = ModelMerger.merge(models, forStoreMetadata: metadata) else { return nil }
    self.init(taking: merged)
  }

  /// Returns the union of all models in bundles, each in its current version; nil stands for the main bundle.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let files = ModelFile.files(in: bundles ?? [Bundle.main])
    return ModelMerger.merge(files.compactMap { $0.model() })
  }

  /// Returns the union of those models in bundles, in all their versions, that match the metadata of a store; nil
  /// stands for the main bundle.
  public class func mergedModel(
    from bundles: [Bundle]?,
    forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let files = ModelFile.files(in: bundles ?? [Bundle.main])
    let models = files.flatMap { $0.versions().map(\.model) }
    return ModelMerger.merge(models, forStoreMetadata: metadata)
  }
}
