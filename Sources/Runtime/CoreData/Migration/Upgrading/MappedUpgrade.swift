import Foundation

/// Migrates a store by a mapping model beside its model, or in one of the bundles of the program.
struct MappedUpgrade {
  let opening: StoreOpening
  let type: String

  /// The version that the store is to have.
  let model: NSManagedObjectModel

  /// The metadata of the store.
  let metadata: [String: Any]

  /// Migrates the store, if there is a mapping model for it.
  ///
  /// - Returns: Whether there was one.
  func run() throws -> Bool {
    let files = beside + MappingModelFile.files(in: ProgramBundles.all)
    guard !files.isEmpty,
      let source = SourceModels.model(ofStoreWith: metadata, besides: model),
      let mappings = MappingModelSearch(source: source, destination: model).mappings(in: files)
    else { return false }
    let mapping = NSMappingModel()
    mapping.entityMappings = mappings
    try ObjectUpgrade(
      opening: opening,
      type: type,
      source: source,
      destination: model,
      mapping: mapping
    ).run()
    return true
  }

  /// The files beside the file of the model, which may be in a bundle that is not near the program.
  private var beside: [MappingModelFile] {
    guard let url = model.fileURL else { return [] }
    return MappingModelFile.files(in: url.deletingLastPathComponent())
  }
}
