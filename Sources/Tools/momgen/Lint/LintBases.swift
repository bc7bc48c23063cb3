import Diagnostics
import ManagedModel
import ModelComparison
import ModelFiles
import ModelReview

/// The bases for rules that compare a model with its state in a revision.
struct LintBases {
  /// The rule for reporting that there is nothing to compare with.
  static let rule = RunRule.noBase.description

  private let revision: String?

  /// Whether the merge base of the revision is used.
  private let isShared: Bool
  private(set) var diagnostics: [Diagnostic] = []

  init(revision: String?, isShared: Bool) {
    self.revision = revision
    self.isShared = isShared
  }

  /// The base of a version: the current version in the revision.
  ///
  /// Only the current version of a bundle is compared, or the requested one.
  mutating func base(of loaded: LoadedModel) -> LintBase? {
    guard let revision, !isOlder(loaded) else { return nil }
    guard loaded.version.path != "-" else {
      refuse(
        "a model from standard input has no history",
        at: "-",
        hint: "name the file of the model, or remove --base"
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

  /// Whether a version exists only for old stores.
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
