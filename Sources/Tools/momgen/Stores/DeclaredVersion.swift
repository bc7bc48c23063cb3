import Diagnostics
import ManagedModel
import ModelFiles
import StoreMigration

/// The version that a store has according to the user: its hashes may not match, but its entities must.
///
/// Whether the tables fit is checked when the migration is planned.
struct DeclaredVersion {
  let model: StoredModel

  init(_ claimed: ModelCandidate, of metadata: StoreMetadata, at path: String)
    throws(DiagnosticError)
  {
    let known = Set(claimed.model.entities.map(\.name))
    let unknown = metadata.versionHashes.keys.filter { !known.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: StoreRule.noModel.rawValue,
          "the version of the store is not '\(claimed.title)', which lacks its entities "
            + unknown.joined(separator: ", "),
          at: Place(path: path),
          hint: "name the version that has these entities, or remove --from"
        )
      )
    }
    model = StoredModel(
      claimed.model,
      identity: ModelIdentity(hashes: metadata.versionHashes, identifiers: [], checksum: "")
    )
  }
}
