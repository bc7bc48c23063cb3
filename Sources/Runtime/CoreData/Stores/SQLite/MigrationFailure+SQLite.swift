import Foundation
import ManagedModel
import ModelComparison
import SQLDriver
import StoreMigration

// Errors of migrations with the messages of the database.
extension MigrationFailure {
  /// Returns the error of a migration in the database for the program.
  ///
  /// - Parameters:
  ///   - error: The error of the migration.
  ///   - url: The URL of the store.
  ///   - translate: Converts an error of the database to one of Core Data.
  /// - Returns: The error of Core Data.
  static func error(
    _ error: StoreMigrationError,
    at url: URL?,
    translate: (SQLError, URL?) -> any Error = { SQLiteFailure.error($0, at: $1) }
  ) -> NSError {
    let reason = sentence(error.description)
    switch error {
    case .damaged, .emptyDatabase: return StoreFailure.corrupt(url, reason)
    case .noSourceModel:
      return StoreFailure.error(
        NSMigrationMissingSourceModelError,
        "Can't find model for source store",
        url: url
      )
    case .noEntities, .nothingInCommon: return nothingInCommon(reason, at: url)
    case .losesData:
      return StoreFailure.error(
        NSMigrationMissingSourceModelError,
        "\(reason) \(lossRemedy)",
        url: url,
        info: [NSLocalizedRecoverySuggestionErrorKey: lossRemedy]
      )
    case .otherTables:
      return StoreFailure.error(NSPersistentStoreIncompatibleSchemaError, reason, url: url)
    case .notInferrable(let obstacles, let model):
      let underlying = obstacles.first.map { notInferrable($0, in: model) }
      return missingMapping(at: url, underlying: underlying)
    case .missingValue(let location, let model):
      return missingValue(location, in: model, at: url)
    case .valueOutOfRange(let location, let model):
      return StoreFailure.error(
        NSMigrationError,
        "Cannot migrate store in-place: \(reason)",
        url: url,
        info: [
          entityKey: model.entities[location.entity].name,
          "attribute": model.property(at: location).name,
        ]
      )
    case .constraintViolation(_, let violation):
      return StoreFailure.error(
        NSMigrationConstraintViolationError,
        "Cannot migrate store in-place: \(reason)",
        url: url,
        underlying: translate(violation, url) as NSError
      )
    case .statement(_, let failure):
      return inPlace(reason, translate(failure, url), at: url)
    case .unexpectedResult:
      return StoreFailure.error(
        NSMigrationError,
        "Cannot migrate store in-place: \(reason)",
        url: url
      )
    }
  }

  private static let lossRemedy =
    "Open the store with a program that has its version of the model, or allow the loss with "
    + "OpenCoreDataAllowsDataLossOption."

  /// The error for a store that the database did not allow to migrate.
  static func error(_ error: SQLError, at url: URL?) -> any Error {
    error.kind == .busy
      ? SQLiteFailure.error(error, at: url)
      : inPlace(error.message, SQLiteFailure.error(error, at: url), at: url)
  }

  /// The error for a store that is unchanged because of another error, with the SQLite code of that.
  private static func inPlace(_ reason: String, _ underlying: any Error, at url: URL?) -> NSError {
    let number = (underlying as NSError).userInfo[NSSQLiteErrorDomain]
    return StoreFailure.error(
      NSMigrationError,
      "Cannot migrate store in-place: \(reason)",
      url: url,
      underlying: underlying as NSError,
      info: number.map { [NSSQLiteErrorDomain: $0] } ?? [:]
    )
  }
}
