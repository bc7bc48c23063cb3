import Diagnostics
import ManagedModel
import ModelFiles
import StoreMigration

/// The versions of a model that a store may have: those of a bundle, and on request those in the history of git.
struct StoreModels {
  /// The readable versions of the bundle.
  private(set) var candidates: [ModelCandidate] = []

  /// The requested version: the given one, or the current one; nil if no model is given.
  private(set) var target: ModelCandidate?

  /// The version that the store has according to the user, if its hashes do not match any.
  private(set) var claimed: ModelCandidate?

  /// The result of reading them.
  private(set) var reading = ModelReading()

  private let path: String?
  private let searchesHistory: Bool

  /// - Parameters:
  ///   - path: The model; nil if none is given.
  ///   - searchesHistory: Whether the history of git is searched as well.
  init(_ path: String?, searchesHistory: Bool = false) {
    self.path = path
    self.searchesHistory = searchesHistory
    if let path { read(path, version: nil, hint: nil) }
  }

  /// - Parameters:
  ///   - path: The model.
  ///   - version: The requested version; nil for the current one.
  ///   - claim: The version that the store has according to the user.
  ///   - searchesHistory: Whether the history of git is searched as well.
  init(_ path: String, to version: String?, from claim: String?, searchesHistory: Bool) {
    self.path = path
    self.searchesHistory = searchesHistory
    read(path, version: version, hint: "--to chooses another")
    guard let claim, reading.exitCode == .success else { return }
    let outcome = ModelLoader().load(path, version: claim)
    guard let loaded = outcome.loaded else {
      for diagnostic in outcome.diagnostics { reading.report(diagnostic) }
      return
    }
    claimed = ModelCandidate(title: loaded.version.name, model: loaded.model)
  }

  /// Whether the model, if one is given, has no errors.
  var isUsable: Bool { reading.exitCode == .success && (path == nil || target != nil) }

  private mutating func read(_ path: String, version name: String?, hint: String?) {
    do {
      let bundle = try ReviewedBundle(path)
      let (model, outcome) = bundle.load(name, hint: hint)
      reading.add(outcome)
      target = model.map { ModelCandidate(title: $0.title, model: $0.resolved.model) }
      // Problems of an unreadable version matter only if it is the requested one.
      candidates = bundle.bundle.versions.compactMap { version in
        bundle.load(version).model.map {
          ModelCandidate(title: $0.title, model: $0.resolved.model)
        }
      }
    } catch {
      reading.report(error.diagnostic)
    }
  }

  /// The versions that a store may have; if the bundle does not contain the store's, the history is searched on
  /// request.
  ///
  /// - Parameter metadata: The metadata of the store.
  /// - Returns: The versions.
  /// - Throws: The error of git.
  func candidates(for metadata: StoreMetadata) throws(DiagnosticError) -> [ModelCandidate] {
    guard searchesHistory, candidates.match(metadata) == nil else { return candidates }
    let path = self.path ?? "."
    do {
      let found = try ModelHistory(of: path).first { HashComparison(metadata, with: $0).isSame }
      return candidates + (found.map { [ModelCandidate(title: $0.title, model: $0.model)] } ?? [])
    } catch {
      throw DiagnosticError(error.diagnostic(at: path))
    }
  }
}
