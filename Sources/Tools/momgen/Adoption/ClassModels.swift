import CommandLineParsing
import Diagnostics
import ModelAdoption
import ModelFiles
import SwiftSource

/// The models whose classes are declared in sources.
struct ClassModels {
  private(set) var loaded: [LoadedModel] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var sources: [SourceMap] = []
  private(set) var status = ExitStatus.success

  /// Reads the models at paths, each once.
  init(_ models: [(path: String, version: String?)]) {
    for (index, model) in models.enumerated()
    where !models[..<index].contains(where: { $0 == model }) {
      let outcome = ModelLoader().load(model.path, version: model.version)
      diagnostics += outcome.diagnostics
      sources += outcome.sources
      if let model = outcome.loaded { loaded.append(model) }
      if outcome.diagnostics.contains(where: { $0.severity == .error }) { status = .badModel }
    }
  }

  /// Reads the models on a command line; a version can be chosen only if there is one model.
  init(_ paths: [String], version: String?) {
    guard version != nil, paths.count > 1 else {
      self.init(paths.map { ($0, version) })
      return
    }
    self.init([])
    status = .usage
    diagnostics = [
      Diagnostic(
        .error,
        rule: RunRule.usage.rawValue,
        "--model-version is for one model, but there are \(paths.count)",
        at: Place(),
        hint: "name the version by its path, such as 'Club.xcdatamodeld/Club 2.xcdatamodel'"
      )
    ]
  }

  /// Reports classes that belong to entities of two models; a class has the properties of one entity.
  func diagnostics(ofSharedClassesIn module: SourceModule) -> [Diagnostic] {
    module.sharedClasses.compactMap { shared in
      guard let place = module.nameToken(ofClass: shared.name) else { return nil }
      let names = shared.models.map { loaded[$0].version.path.visible }
      return Diagnostic(
        .error,
        rule: AdoptionRule.accessors.id,
        "the class '\(shared.name)' belongs to entities of two models: \(names.joined(separator: " and "))",
        at: FilePlaces(place.file)
          .place(of: place.file.source.tokens[place.token].range.lowerBound),
        hint: "give one of the entities a class of its own, or name one of the models"
      )
    }
  }
}
