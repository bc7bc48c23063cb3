import Diagnostics
import ManagedModel
import ModelFiles
import StoreMigration

/// The version that a store is said to be of: what its hashes do not tell, its entities must not deny.
///
/// That the tables fit is found out when the migration is planned.
struct StoreClaim {
  let model: StoredModel

  init(_ claimed: ModelCandidate, of record: StoreRecord, at path: String) throws(DiagnosticError) {
    let known = Set(claimed.model.entities.map(\.name))
    let unknown = record.versionHashes.keys.filter { !known.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: StoreRule.noModel.rawValue,
          "the store is not of '\(claimed.title)', which lacks its entities "
            + unknown.joined(separator: ", "),
          at: Place(path: path),
          hint: "name the version that has these entities, or leave --from out"
        )
      )
    }
    model = StoredModel(
      claimed.model,
      identity: ModelIdentity(hashes: record.versionHashes, identifiers: [], checksum: "")
    )
  }
}
