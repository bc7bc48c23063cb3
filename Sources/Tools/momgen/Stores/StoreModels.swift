import Diagnostics
import ManagedModel
import ModelFiles
import StoreMigration

/// The versions of a model that a store may be of: those of a bundle, and of the history of git when asked.
struct StoreModels {
  /// The versions of the bundle that can be read.
  private(set) var candidates: [ModelCandidate] = []

  /// The version that is meant: the one that was named, or the current one; nil where no model is named.
  private(set) var target: ModelCandidate?

  /// The version that the store is said to be of, where its hashes do not decide it.
  private(set) var claimed: ModelCandidate?

  /// The result of reading them.
  private(set) var reading = ModelReading()

  private let path: String?
  private let searchesHistory: Bool

  /// - Parameters:
  ///   - path: The model; nil where none is named.
  ///   - searchesHistory: Whether the history of git is searched as well.
  init(_ path: String?, searchesHistory: Bool = false) {
    self.path = path
    self.searchesHistory = searchesHistory
    if let path { read(path, version: nil, hint: nil) }
  }

  /// - Parameters:
  ///   - path: The model.
  ///   - version: The version that is meant; nil for the current one.
  ///   - claim: The version that the store is said to be of.
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

  /// Whether the model can be relied on, where one is named.
  var isUsable: Bool { reading.exitCode == .success && (path == nil || target != nil) }

  private mutating func read(_ path: String, version name: String?, hint: String?) {
    do {
      let bundle = try ReviewedBundle(path)
      let (model, outcome) = bundle.load(name, hint: hint)
      reading.add(outcome)
      target = model.map { ModelCandidate(title: $0.title, model: $0.resolved.model) }
      // Problems of an unreadable version are of interest only if it is the one that is meant.
      candidates = bundle.bundle.versions.compactMap { version in
        bundle.load(version).model.map {
          ModelCandidate(title: $0.title, model: $0.resolved.model)
        }
      }
    } catch {
      reading.report(error.diagnostic)
    }
  }

  /// The versions that a store may be of; where the bundle does not have its own, the history is searched if
  /// that was asked for.
  ///
  /// - Parameter metadata: What the store says of itself.
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
