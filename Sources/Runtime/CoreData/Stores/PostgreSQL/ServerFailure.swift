import Foundation
import SQLDriver
import SQLStore
import StoreMigration

/// Conversion of the errors of PostgreSQL and of the engine to those of Core Data.
enum ServerFailure {
  /// Returns the error for the program; other errors are returned unchanged.
  ///
  /// The server's message is in an underlying error. Details and statements may contain values of objects, and are
  /// left out unless statements are shown anyway.
  static func error(_ error: any Error, at url: URL?) -> any Error {
    if let error = error as? StoreMigrationError {
      return MigrationFailure.error(error, at: url) { self.error($0, at: $1) }
    }
    if let error = error as? StoreError { return SQLiteFailure.error(error, at: url) }
    if let error = error as? FetchTranslationError {
      return RequestTranslation.unsupported("\(error)")
    }
    guard let error = error as? SQLError else { return error }
    let words = SQLDebug.level > 0 ? error.description : error.message
    let underlying = NSError(
      domain: openCoreDataPostgreSQLErrorDomain,
      code: Int(error.code) ?? 0,
      userInfo: [NSLocalizedDescriptionKey: words, "SQLSTATE": error.code]
    )
    return StoreFailure.error(
      code(of: error),
      reason(of: error),
      url: url.map(\.withoutSecrets),
      underlying: underlying,
      info: info(of: error)
    )
  }

  private static func info(of error: SQLError) -> [String: Any] {
    switch error.remedy {
    case .findOut: [transactionKey: error.detail ?? ""]
    case .retry, .reconnect: [OpenCoreDataTransientErrorKey: true]
    case .report: [:]
    }
  }

  /// The key of the ID of a transaction whose outcome is not known.
  static let transactionKey = "OpenCoreDataTransaction"

  private static func reason(of error: SQLError) -> String {
    let subject =
      switch error.kind {
      case .cannotConnect: "The database cannot be reached"
      case .connectionLost: "The connection to the database was lost"
      case .commitUncertain: "It is not known whether the changes were saved"
      case .notPrimary: "The server does not accept changes"
      case .permission: "The role of the connection lacks a privilege"
      case .busy: "Another program holds a lock"
      case .interrupted: "A statement has timed out"
      case .full: "The database is out of space"
      case .serialization: "Two transactions have conflicted"
      case .notNullConstraint: "A mandatory property has no value"
      case .leftOut: "The database has skipped rows"
      default: "The database has rejected a statement"
      }
    return "\(subject): \(error.message)"
  }

  private static func code(of error: SQLError) -> Int {
    switch error.kind {
    case .uniqueConstraint, .checkConstraint, .foreignKeyConstraint, .otherConstraint:
      NSManagedObjectConstraintMergeError
    case .notNullConstraint: NSValidationMissingMandatoryPropertyError
    case .busy, .interrupted: NSPersistentStoreTimeoutError
    case .full: CocoaError.Code.fileWriteOutOfSpace.rawValue
    case .corrupt: CocoaError.Code.fileReadCorruptFile.rawValue
    case .readOnly, .notPrimary: CocoaError.Code.fileWriteNoPermission.rawValue
    case .permission: CocoaError.Code.fileReadNoPermission.rawValue
    case .inputOutput: CocoaError.Code.fileReadUnknown.rawValue
    case .cannotConnect: NSPersistentStoreOpenError
    case .commitUncertain: OpenCoreDataUncertainSaveError
    case .leftOut: NSPersistentStoreSaveError
    default: NSPersistentStoreOperationError
    }
  }
}

/// The domain of the errors of PostgreSQL that underlie those of Core Data.
///
/// PostgreSQL's code is under the key `SQLSTATE`.
let openCoreDataPostgreSQLErrorDomain = "OpenCoreDataPostgreSQLErrorDomain"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The code of an error after which it is not known whether a save happened, because no server could be asked in
/// time; Apple's Core Data does not have it.
public let OpenCoreDataUncertainSaveError = 134_990

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of a true value in an error of a PostgreSQL store after which a retry may succeed: no server was reached,
/// the connection has ended, or another transaction was in conflict; nothing was written.
public let OpenCoreDataTransientErrorKey = "OpenCoreDataTransientError"
