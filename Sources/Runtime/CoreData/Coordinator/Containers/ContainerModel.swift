import Foundation

/// The model of a container that was created without one, by the container's name.
struct ContainerModel {
  private let name: String

  init(name: String) {
    self.name = name
  }

  /// The model with the name that the program builds in code, or the one in its bundles.
  ///
  /// If there is none it is an empty one, with which no store can be opened.
  var model: NSManagedObjectModel {
    if let model = modelInCode { return model }
    let bundles = ProgramBundles.all
    let files = files(in: bundles)
    for file in files {
      if let model = NSManagedObjectModel(contentsOf: file.url) { return model }
    }
    let search = ModelSearch(name: name, bundles: bundles.map(\.bundleURL), unusable: files)
    CoreDataLog.send(
      .error,
      .model,
      "Failed to load model named \(name). \(search.reason)",
      ["model": .text(name)]
    )
    let model = NSManagedObjectModel()
    model.failedSearch = search
    return model
  }

  /// The type that generated code declares for each model, named after it: `LeagueModel`.
  private var modelInCode: NSManagedObjectModel? {
    let entries = TypeRecords.entries { name, _ in name.hasSuffix("Model") }
    for entry in entries {
      if let source = entry.type as? any GeneratedCodeV2.ModelSource.Type, source.modelName == name
      {
        return source.shared
      }
    }
    return nil
  }

  private func files(in bundles: [Bundle]) -> [ModelFile] {
    bundles.flatMap { bundle in
      ModelFile.extensions.compactMap { bundle.url(forResource: name, withExtension: $0) }
    }.map(ModelFile.init)
  }
}
