/// The environment of a model, when that asks more of it than Core Data itself does.
package enum LintTarget: String, Sendable, Hashable, CaseIterable {
  /// Stores that are mirrored to iCloud; a model that says so itself (`usedWithCloudKit`) needs no word.
  case cloudKit = "cloudkit"

  /// A PostgreSQL store that is spread over several servers.
  case distributed
}
