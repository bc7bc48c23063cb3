import Diagnostics
import ManagedModel
import ModelComparison
import ModelFiles
import ModelReview

/// The other side of the rules that compare a model with what it was in a revision.
struct LintBases {
  /// The rule under which it is reported that there is nothing to compare with.
  static let rule = RunRule.noBase.description

  private let revision: String?

  /// Whether the last commit in common is meant.
  private let isShared: Bool
  private(set) var diagnostics: [Diagnostic] = []

  init(revision: String?, isShared: Bool) {
    self.revision = revision
    self.isShared = isShared
  }

  /// The base of a version: the current version in the revision.
  ///
  /// Of a bundle, only the current version is compared, or the one that was asked for.
  mutating func base(of loaded: LoadedModel) -> LintBase? {
    guard let revision, !isOlder(loaded) else { return nil }
    guard loaded.version.path != "-" else {
      refuse(
        "what comes through standard input has no history",
        at: "-",
        hint: "name the file of the model, or leave --base out"
      )
      return nil
    }
    do {
      let bundles = try ReviewedBundle.pair(
        loaded.bundle.path,
        base: revision,
        head: nil,
        sinceTheyParted: isShared
      )
      guard !bundles.old.isAbsent else { return nil }
      let (old, outcome) = bundles.old.load(nil)
      guard let old, !old.loaded.hasErrors else {
        let reason = outcome.diagnostics.first { $0.severity == .error }?.message
        refuse(
          "the model in '\(revision)' cannot be read: \(reason ?? "it has no version")",
          at: loaded.bundle.path,
          hint: "name another revision with --base"
        )
        return nil
      }
      return LintBase(
        title: revision,
        diff: ModelDiff(from: old.resolved, to: loaded.resolved),
        shipped: bundles.new.breaks(of: bundles.old.versions, now: bundles.new.versions),
        paths: Dictionary(
          bundles.new.bundle.versions.map { ($0.name, $0.path) },
          uniquingKeysWith: { first, _ in first }
        )
      )
    } catch {
      diagnostics.append(error.diagnostic)
      return nil
    }
  }

  /// Whether a version is there for the sake of old stores only.
  private func isOlder(_ loaded: LoadedModel) -> Bool {
    let versions = loaded.bundle.versions
    guard case .named(let current) = loaded.bundle.current,
      let place = versions.firstIndex(where: { $0.name == current }),
      let own = versions.firstIndex(of: loaded.version)
    else { return false }
    return own < place
  }

  private mutating func refuse(_ message: String, at path: String, hint: String) {
    diagnostics.append(
      Diagnostic(.error, rule: Self.rule.id, message, at: Place(path: path), hint: hint)
    )
  }
}
