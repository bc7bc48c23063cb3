/// The contract between generated code and the runtime; see `ARCHITECTURE.md`.
package enum GeneratedCodeContract {
  /// The version that the template sets and companions follow, with which the name of its enum in the runtime ends.
  package static let version = 2
}
