import Diagnostics
import Files
import ManagedModel
import ModelComparison
import ModelFiles
import ModelReview

/// One side of a comparison: a version of a model, from disk or from a revision.
struct ReviewedModel: Sendable {
  /// The name of this side in reports.
  let title: String
  let loaded: LoadedModel

  /// The path of the model as the user knows it.
  let path: String

  var resolved: ResolvedModel { loaded.resolved }

  /// Whether this side lacks the model.
  var isAbsent: Bool { loaded.version.storage == .missing }

  /// The positions of parts of the model.
  func places(of sources: [SourceOffset]) -> [Place] {
    guard loaded.version.storage == .contents else {
      return sources.map { _ in Place(path: path) }
    }
    return loaded.source.places(of: sources).map { place in
      var place = place
      place.path = path
      return place
    }
  }
}

/// A bundle on one side of a comparison.
struct ReviewedBundle {
  let bundle: ModelBundle

  /// The revision that the bundle is from; nil for the work tree.
  let revision: String?

  /// The path relative to the top of the repository, if the bundle was elsewhere in the revision.
  var movedFrom: String? { snapshot?.movedFrom }

  /// Whether there is no such model on this side.
  let isAbsent: Bool

  private let snapshot: GitSnapshot?
  private let loader = ModelLoader()

  /// A bundle of the work tree.
  init(_ path: String) throws(DiagnosticError) {
    bundle = try BundleReader().read(path)
    revision = nil
    isAbsent = false
    snapshot = nil
  }

  private init(absent path: String, at revision: String?) {
    bundle = .absent(path)
    self.revision = revision
    isAbsent = true
    snapshot = nil
  }

  private init(_ snapshot: GitSnapshot, at revision: String) throws(DiagnosticError) {
    bundle = try BundleReader().read(snapshot.path)
    self.revision = revision
    isAbsent = false
    self.snapshot = snapshot
  }

  /// Finds the bundle in the work tree or in a revision; nil if there is none.
  static func find(_ path: String, at side: Side) throws(DiagnosticError) -> Self? {
    guard let revision = side.revision else {
      return FileReader().kind(of: path.trimmingSlashes) == nil ? nil : try ReviewedBundle(path)
    }
    do {
      let snapshot = try GitSnapshot(
        of: path,
        at: revision,
        comparedWith: side.other,
        isShared: side.isShared,
        followsMoves: side.followsMoves
      )
      return try snapshot.map { try ReviewedBundle($0, at: revision) }
    } catch let error as GitError {
      throw DiagnosticError(error.diagnostic(at: path))
    } catch let error as DiagnosticError {
      throw error
    } catch {
      throw DiagnosticError(
        Diagnostic(.error, rule: RunRule.git.rawValue, "\(error)", at: Place(path: path))
      )
    }
  }

  /// One side of a comparison to look for.
  struct Side {
    var revision: String?
    var other: String?
    var isShared = false
    var followsMoves = false
  }

  /// A model in a revision, and in another one or in the work tree.
  ///
  /// One of them may be absent: the model was added or removed.
  static func pair(
    _ path: String,
    base: String,
    head: String?,
    sinceTheyParted: Bool = false
  ) throws(DiagnosticError) -> (old: Self, new: Self) {
    let new = try find(path, at: Side(revision: head))
    let old = try find(
      path,
      at: Side(
        revision: base,
        other: head,
        isShared: sinceTheyParted,
        followsMoves: new != nil
      )
    )
    guard old != nil || new != nil else {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: RunRule.git.rawValue,
          "there is no such model, neither in '\(base)' nor "
            + (head.map { "in '\($0)'" } ?? "in the work tree"),
          at: Place(path: path),
          hint: NearPath().hint(for: path)
            ?? "'git log --all -- \(path)' shows the revisions with such a path"
        )
      )
    }
    return (
      old ?? Self(absent: path, at: base), new ?? Self(absent: path.trimmingSlashes, at: head)
    )
  }

  /// Loads a version, or the current one.
  ///
  /// - Parameters:
  ///   - name: The version; nil for the current one.
  ///   - hint: The remedy if no version is marked as current.
  /// - Returns: The version, if it can be read at all, and the outcome.
  func load(
    _ name: String?,
    hint: String? = "--from and --to choose others"
  ) -> (model: ReviewedModel?, outcome: ModelLoader.Outcome) {
    guard !isAbsent else {
      let nothing = LoadedModel.absent(bundle.path)
      return (reviewed(nothing), .absent(nothing))
    }
    // The path leads to the same bundle, and the loader chooses the version.
    var outcome = loader.load(bundle.path, version: name ?? fallbackVersion)
    if name == nil, let newest = fallbackVersion {
      outcome.diagnostics.append(
        Diagnostic(
          .note,
          rule: ModelRule.ambiguousVersion.rawValue,
          "the bundle does not name the current version; the newest, '\(newest)', is used",
          at: Place(path: bundle.path),
          hint: hint
        )
      )
    }
    return (outcome.loaded.map(reviewed), renamed(outcome))
  }

  /// The newest version of a bundle that does not name the current one.
  private var fallbackVersion: String? {
    guard bundle.versions.count > 1 else { return nil }
    if case .named = bundle.current { return nil }
    return bundle.versions.last?.name
  }

  /// Loads a version of this bundle.
  func load(_ version: ModelVersion) -> (model: ReviewedModel?, outcome: ModelLoader.Outcome) {
    let outcome = loader.load(version, of: bundle)
    return (outcome.loaded.map(reviewed), renamed(outcome))
  }

  /// All versions that can be read, with their hashes.
  var versions: [ReviewedVersion] {
    bundle.versions.compactMap { version in
      load(version).model.map { ReviewedVersion(version.name, $0.resolved) }
    }
  }

  /// The versions of another side that have changed.
  func breaks(of old: [ReviewedVersion], now: [ReviewedVersion]) -> [ShippedVersionBreak] {
    ShippedVersions.breaks(from: old, to: now, names: bundle.versions.map(\.name))
  }

  /// The outline of the bundle.
  func outline(_ versions: [ReviewedVersion]) -> BundleOutline {
    var current: String?
    if case .named(let name) = bundle.current { current = name }
    return BundleOutline(name: bundle.name, versions: versions, current: current)
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

  /// Replaces paths of a snapshot, which users do not know, by the original ones.
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
