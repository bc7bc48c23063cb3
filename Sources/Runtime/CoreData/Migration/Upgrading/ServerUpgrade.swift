import Foundation
import PostgreSQLDriver
import PostgreSQLStore
import SQLDriver
import StoreMigration

/// Migrates a PostgreSQL store in place, by the mapping that is inferred from the models.
///
/// Of several programs that start at once one migrates, and the others wait and then continue.
struct ServerUpgrade {
  let opening: StoreOpening
  let model: NSManagedObjectModel

  /// Whether the program has the version of the store.
  var knowsSource = false

  /// The lock of the store, if it is held already.
  var lock: ServerMigrationLock?

  /// Migrates the store; leaves it unchanged if an error is thrown.
  func run() throws {
    let url = opening.url.withoutSecrets
    do {
      try ServerMigrationLock.withConnection(opening, migrate)
    } catch let error as SQLError where error.kind.concernsValues {
      throw MigrationFailure.unfitValues(error, at: url)
    } catch {
      throw ServerFailure.error(error, at: url)
    }
  }

  private func migrate(
    _ database: PostgreSQLDatabase,
    _ connection: PostgreSQLConnection
  ) throws {
    let transaction = try MigrationTransaction(in: database, on: connection)
    try transaction.settling {
      guard let lock else {
        return try database.exclusively(on: connection) { try run(transaction, connection) }
      }
      try connection.transaction {
        try run(transaction, connection)
        // From here on the tables are locked, too.
        try lock.check()
      }
    }
  }

  private func run(
    _ transaction: MigrationTransaction,
    _ connection: PostgreSQLConnection
  ) throws {
    if try migration.run(on: connection) != nil { try transaction.mark() }
  }

  private var migration: PostgreSQLStoreMigration {
    let name = opening.configuration ?? NSManagedObjectModel.defaultConfigurationName
    return PostgreSQLStoreMigration(
      to: ServerModel(model, configuration: name).stored,
      candidates: { SourceModels.candidates(ofStoreWith: $0.values, besides: model) },
      losses: opening.losses(knowsSource: knowsSource)
    )
  }
}

extension MigrationFailure {
  /// The error for a store on a server with values that the new version does not allow.
  static func unfitValues(_ error: SQLError, at url: URL?) -> NSError {
    StoreFailure.error(
      error.kind == .uniqueConstraint ? NSMigrationConstraintViolationError : NSMigrationError,
      "Cannot migrate store in-place: \(error.message)",
      url: url,
      underlying: ServerFailure.error(error, at: url) as NSError
    )
  }
}
