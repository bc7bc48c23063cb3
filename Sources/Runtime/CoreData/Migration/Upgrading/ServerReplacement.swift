import Foundation
import PostgreSQLDriver
import PostgreSQLStore
import SQLDriver

/// The replacement of a PostgreSQL store by a new one of another version, in a schema of its own.
///
/// Of several programs that start at once one migrates, and the others wait and then continue. While it does,
/// programs that have the store open can read but not save.
struct ServerReplacement {
  let opening: StoreOpening
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel

  /// Replaces the store; leaves it unchanged if an error is thrown.
  ///
  /// - Parameter fill: Called with the schema that has the new, empty store.
  /// - Throws: The error of `fill`, or that of the database as one of Core Data.
  func run(_ fill: (_ schema: String) throws -> Void) throws {
    var prepared: StoreReplacement?
    do {
      try ServerMigrationLock.holding(opening) { lock in
        guard try isNeeded(under: lock) else { return }
        let replacement = try replacement(under: lock)
        prepared = replacement
        let new = ServerModel(destination, configuration: Self.configuration)
        try replacement.prepare { try new.makeStore(identifier: UUID().uuidString, $0) }
        try fill(replacement.newDatabase.address.schema)
        try lock.transaction.mark()
        try replacement.exchange()
      }
    } catch {
      // If it is unknown whether the exchange was committed, the new tables may be locked; then the next migration
      // removes them.
      try? prepared?.remove()
      throw error
    }
  }

  // Managers open stores with all entities.
  private static let configuration = NSManagedObjectModel.defaultConfigurationName

  /// Whether the store still has the old version; another program may have migrated it since the metadata were read.
  private func isNeeded(under lock: ServerMigrationLock) throws -> Bool {
    let url = opening.url.withoutSecrets
    let metadata = try ServerMetadata.read(lock.connection, at: url) ?? [:]
    if isVersion(destination, metadata) { return false }
    if isVersion(source, metadata) { return true }
    throw StoreUpgrade.incompatibility(of: metadata, with: destination, at: url)
  }

  /// The replacement of the store, whose tables are locked against other programs.
  private func replacement(under lock: ServerMigrationLock) throws -> StoreReplacement {
    let old = ServerModel(source, configuration: Self.configuration)
    try old.check(StoreTables(lock.connection).columns())
    let replacement = StoreReplacement(of: lock.database, on: lock.connection, old: old.schema)
    try requireOwnColumns(replacement)
    try replacement.lockTables()
    return replacement
  }

  private func isVersion(_ model: NSManagedObjectModel, _ metadata: [String: Any]) -> Bool {
    model.isConfiguration(
      withName: opening.configuration,
      compatibleWithStoreMetadata: metadata
    )
  }

  /// Throws if columns would be lost that were added by hand.
  private func requireOwnColumns(_ replacement: StoreReplacement) throws {
    if opening.allowsDataLoss { return }
    let columns = try replacement.foreignColumns()
    if columns.isEmpty { return }
    throw StoreFailure.error(
      NSMigrationError,
      "The tables of the store have columns that are not in its model, which the migration would lose: "
        + "\(columns.joined(separator: ", ")). OpenCoreDataAllowsDataLossOption allows the loss.",
      url: opening.url.withoutSecrets
    )
  }
}
