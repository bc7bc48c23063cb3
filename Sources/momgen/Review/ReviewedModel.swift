import Diagnostics
import ManagedModel
import ModelFiles

/// One side of a comparison: a version of a model, from disk or from a revision.
struct ReviewedModel: Sendable {
  /// What reports call this side.
  let title: String
  let loaded: LoadedModel

  /// Where the parts of the model stand, by the path that people know.
  let path: String

  var resolved: ResolvedModel { loaded.resolved }

  func place(of source: SourceOffset) -> Place {
    guard loaded.version.storage == .contents else { return Place(path: path) }
    var place = loaded.source.place(of: source)
    place.path = path
    return place
  }
}

/// A bundle on one side of a comparison.
struct ReviewedBundle {
  let bundle: ModelBundle

  /// The revision that the bundle is from; nil for the work tree.
  let revision: String?
  private let snapshot: GitSnapshot?
  private let loader = ModelLoader()

  init(_ path: String) throws(DiagnosticError) {
    bundle = try BundleReader().read(path)
    revision = nil
    snapshot = nil
  }

  init(_ path: String, at revision: String) throws(DiagnosticError) {
    do {
      let snapshot = try GitSnapshot(of: path, at: revision)
      self.snapshot = snapshot
      self.revision = revision
      bundle = try BundleReader().read(snapshot.path)
    } catch let error as GitError {
      throw DiagnosticError(
        Diagnostic(.error, rule: "git", error.reason, at: Place(path: path))
      )
    } catch let error as DiagnosticError {
      throw error
    } catch {
      throw DiagnosticError(Diagnostic(.error, rule: "git", "\(error)", at: Place(path: path)))
    }
  }

  /// Loads a version, or the current one.
  func load(_ name: String?) -> (model: ReviewedModel?, outcome: ModelLoader.Outcome) {
    // The path leads to the same bundle, and the loader knows how to choose.
    let outcome = loader.load(bundle.path, version: name)
    return (outcome.loaded.map(reviewed), renamed(outcome))
  }

  /// Loads a version of this bundle.
  func load(_ version: ModelVersion) -> (model: ReviewedModel?, outcome: ModelLoader.Outcome) {
    let outcome = loader.load(version, of: bundle)
    return (outcome.loaded.map(reviewed), renamed(outcome))
  }

  /// The version before another one in the natural order of names.
  func version(before name: String) -> ModelVersion? {
    guard let position = bundle.versions.firstIndex(where: { $0.name == name }), position > 0
    else { return nil }
    return bundle.versions[position - 1]
  }

  /// The version after another one.
  func version(after name: String) -> ModelVersion? {
    guard let position = bundle.versions.firstIndex(where: { $0.name == name }),
      bundle.versions.indices.contains(position + 1)
    else { return nil }
    return bundle.versions[position + 1]
  }

  private func reviewed(_ loaded: LoadedModel) -> ReviewedModel {
    let name = loaded.version.name
    return ReviewedModel(
      title: revision.map { "\(name) (\($0))" } ?? name,
      loaded: loaded,
      path: original(loaded.version.path)
    )
  }

  private func original(_ path: String) -> String { snapshot?.original(of: path) ?? path }

  /// The paths of a snapshot are nothing that people know.
  private func renamed(_ outcome: ModelLoader.Outcome) -> ModelLoader.Outcome {
    guard snapshot != nil else { return outcome }
    var outcome = outcome
    for index in outcome.diagnostics.indices {
      let path = outcome.diagnostics[index].place.path
      outcome.diagnostics[index].place.path = path.map(original)
      for note in outcome.diagnostics[index].notes.indices {
        let path = outcome.diagnostics[index].notes[note].place.path
        outcome.diagnostics[index].notes[note].place.path = path.map(original)
      }
    }
    outcome.sources = []
    return outcome
  }
}
