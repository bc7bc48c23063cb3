/// The environment of a model, if it requires more than Core Data itself.
package enum LintTarget: String, Sendable, Hashable, CaseIterable {
  /// Stores that are mirrored to iCloud; unnecessary for a model with `usedWithCloudKit`.
  case cloudKit = "cloudkit"

  /// A PostgreSQL store that is distributed over several servers.
  case distributed
}
