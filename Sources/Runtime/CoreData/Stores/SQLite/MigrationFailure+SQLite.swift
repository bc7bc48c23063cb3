import Foundation
import ManagedModel
import ModelComparison
import SQLDriver
import StoreMigration

// Errors of migrations with what the database says of them.
extension MigrationFailure {
  /// The error that a program sees of a migration in the database.
  ///
  /// - Parameters:
  ///   - error: The error of the migration.
  ///   - url: The place of the store.
  ///   - translate: Makes an error of Core Data of one of the database.
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

  /// The error for a store that the database would not let anybody migrate.
  static func error(_ error: SQLError, at url: URL?) -> any Error {
    error.kind == .busy
      ? SQLiteFailure.error(error, at: url)
      : inPlace(error.message, SQLiteFailure.error(error, at: url), at: url)
  }

  /// The error for a store that stays as it is because of another error, whose number of SQLite it has too.
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
