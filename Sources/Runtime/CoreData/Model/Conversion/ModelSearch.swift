import Foundation

/// A failed search for a model by its name.
struct ModelSearch: FailedModelSearch {
  let name: String

  /// The bundles that were searched.
  let bundles: [URL]

  /// The files with the name of the model that cannot be used.
  let unusable: [ModelFile]

  /// A description of the places that were searched, in one or two sentences.
  var reason: String {
    let names = ModelFile.extensions.map { "\(name).\($0)" }.joined(separator: ", ")
    let places = bundles.map(\.path).joined(separator: ", ")
    let search =
      "Looked for \(names) in \(places), and for a model of that name in generated code."
    guard !unusable.isEmpty else { return "There is no model named '\(name)'. \(search)" }
    let problems = unusable.map { "\($0.url.path): \($0.problem)" }.joined(separator: "; ")
    return "The model named '\(name)' cannot be used (\(problems)). \(search)"
  }

  /// The remedies, as a sentence.
  var remedies: String {
    unusable.isEmpty
      ? "Deploy the folder of resources (*.resources) that holds the model together with the program, "
        + "in the program's folder; or pass a model to NSPersistentContainer(name:managedObjectModel:)."
      : "Repair the file of the model, "
        + "or pass another model to NSPersistentContainer(name:managedObjectModel:)."
  }
}
