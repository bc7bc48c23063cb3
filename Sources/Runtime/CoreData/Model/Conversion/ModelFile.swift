import Diagnostics
import Foundation
import ManagedModel
import ModelFiles

/// Models in files: compiled ones (`.mom`, `.momd`) and the sources of models (`.xcdatamodel`,
/// `.xcdatamodeld`), which Core Data itself does not read.
struct ModelFile {
  /// The extensions of models, best first: a compiled model and its source may be in one folder.
  static let extensions = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

  let url: URL

  /// The model, in its current version.
  func model() -> NSManagedObjectModel? {
    guard url.isFileURL else { return nil }
    return model(in: ModelLoader().load(url.path))
  }

  /// All versions of the model that can be read, by their names.
  func versions() -> [(name: String, model: NSManagedObjectModel)] {
    guard url.isFileURL, let bundle = try? BundleReader().read(url.path) else { return [] }
    return bundle.versions.compactMap { version in
      model(in: ModelLoader().load(version, of: bundle)).map { (version.name, $0) }
    }
  }

  /// The loaded model, unless it is invalid; problems are printed.
  ///
  /// A compiled model was accepted by Apple's compiler, so only the sources of models are validated.
  private func model(in outcome: ModelLoader.Outcome) -> NSManagedObjectModel? {
    guard let loaded = outcome.loaded else {
      report(outcome.diagnostics)
      return nil
    }
    if loaded.hasErrors, loaded.version.storage == .contents {
      report(loaded.diagnostics)
      return nil
    }
    let model = ModelDescriptions.model(loaded.resolved)
    if loaded.bundle.form == .compiledVersions {
      model.recordedHashes = RecordedHashes(
        version: loaded.version.name,
        ofBundleAt: loaded.bundle.path,
        computed: VersionHashes(loaded.resolved)
      )
    }
    return model
  }

  /// The first problem of the file, without a full stop.
  var problem: String {
    let outcome = ModelLoader().load(url.path)
    return outcome.diagnostics.first { $0.severity == .error }?.message ?? "it contains no model"
  }

  private func report(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics where diagnostic.severity == .error {
      CoreDataLog.send(
        .error,
        .model,
        "Failed to load model at \(url.path): \(diagnostic.message)",
        ["path": .text(url.path), "rule": .text(diagnostic.rule)]
      )
    }
  }

  /// The files of models in bundles; of a compiled model and its source only the former.
  static func files(in bundles: [Bundle]) -> [Self] {
    var files: [Self] = []
    for bundle in bundles {
      var names: Set<String> = []
      for pathExtension in extensions {
        let found = bundle.urls(forResourcesWithExtension: pathExtension, subdirectory: nil) ?? []
        let urls = found.map { URL(fileURLWithPath: ($0 as URL).path) }
        for url in urls.sorted(by: { $0.path.precedesByCodePoint($1.path) }) {
          let name = url.deletingPathExtension().lastPathComponent
          if names.insert(name).inserted { files.append(Self(url: url)) }
        }
      }
    }
    return files
  }
}
