/// The contract between generated code and the runtime; see `ARCHITECTURE.md`.
package enum GeneratedCodeContract {
  /// The version that template sets and companions follow; the name of the contract's enum ends with it.
  package static let version = 2
}
