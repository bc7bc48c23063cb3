import Foundation

/// The model of a container that was given a name and no model.
struct ContainerModel {
  private let name: String

  init(name: String) {
    self.name = name
  }

  /// The model with the name that the program builds in code, or the one in its bundles; an empty one if there
  /// is none.
  var model: NSManagedObjectModel {
    if let model = modelInCode { return model }
    for url in candidates {
      if let model = NSManagedObjectModel(contentsOf: url) { return model }
    }
    let text = "CoreData: error: Failed to load model named \(name)\n"
    FileHandle.standardError.write(Data(text.utf8))
    return NSManagedObjectModel()
  }

  /// Generated code has a type for each model, called after it: `LeagueModel`.
  private var modelInCode: NSManagedObjectModel? {
    let entries = TypeRecords.entries { name, _ in name.hasSuffix("Model") }
    for entry in entries {
      if let source = entry.type as? any GeneratedCode1.ModelSource.Type, source.modelName == name {
        return source.shared
      }
    }
    return nil
  }

  private var candidates: [URL] {
    ProgramBundles.all.flatMap { bundle in
      ModelFile.extensions.compactMap { bundle.url(forResource: name, withExtension: $0) }
    }
  }
}
