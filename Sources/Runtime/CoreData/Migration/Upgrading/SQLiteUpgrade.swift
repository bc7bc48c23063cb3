import Foundation
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration

/// Migrates an SQLite store in place, by the mapping that is inferred from the models.
struct SQLiteUpgrade {
  let opening: StoreOpening
  let model: NSManagedObjectModel

  /// Whether the program has the version of the store.
  var knowsSource = false

  /// Migrates the store; leaves it unchanged if an error is thrown.
  func run() throws {
    let file = try SQLiteFile(
      opening.url,
      access: .readWrite,
      timeout: SQLiteFile.timeout(in: opening.options)
    )
    defer { file.close() }
    do {
      try SQLiteFunctions.register(on: file.connection)
      SQLDebug.observe(file.connection)
      try migration.run(
        on: file.connection,
        externalData: ExternalDataFolder(ofStoreFileAt: opening.url.path)
      )
    } catch let error as StoreMigrationError {
      throw MigrationFailure.error(error, at: opening.url)
    } catch let error as SQLError {
      throw MigrationFailure.error(error, at: opening.url)
    }
  }

  private var migration: StoreMigration {
    let name = opening.configuration ?? NSManagedObjectModel.defaultConfigurationName
    return StoreMigration(
      to: SQLiteModel(model, configuration: name).stored,
      candidates: { SourceModels.candidates(ofStoreWith: $0.values, besides: model) },
      losses: opening.losses(knowsSource: knowsSource),
      functions: Set(StoreFunction.allCases.map(\.rawValue))
    )
  }
}
