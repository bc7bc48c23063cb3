import Foundation
import SQLDriver
import SQLStore
import StoreMigration

/// Conversion of the errors of SQLite and of the engine to those of Core Data.
enum SQLiteFailure {
  static func error(_ error: any Error, of store: NSPersistentStore) -> any Error {
    self.error(error, at: store.url)
  }

  /// Returns the error for the program; other errors are returned unchanged.
  static func error(_ error: any Error, at url: URL?) -> any Error {
    if let error = error as? StoreMigrationError { return MigrationFailure.error(error, at: url) }
    if let error = error as? StoreError { return self.error(error, at: url) }
    if let error = error as? FetchTranslationError {
      return RequestTranslation.unsupported("\(error)")
    }
    guard let error = error as? SQLError else { return error }
    // Before version 3.46 the stack of SQLite's parser has at most 100 entries.
    if error.kind == .statement, error.message.hasPrefix("parser stack overflow") {
      return RequestTranslation.unsupported("\(FetchTranslationError.tooDeep)")
    }
    var info: [String: Any] = [:]
    if let code = Int(error.code) { info[NSSQLiteErrorDomain] = NSNumber(value: code & 0xFF) }
    return StoreFailure.error(code(of: error), error.description, url: url, info: info)
  }

  /// Returns the error of Core Data for one of the engine.
  static func error(_ error: StoreError, at url: URL?) -> any Error {
    switch error {
    case .lacksTables(let names):
      StoreFailure.error(
        NSPersistentStoreIncompatibleSchemaError,
        "The store lacks \(names.prefix(5).joined(separator: ", ")).",
        url: url
      )
    case .unknownEntity(let name):
      StoreFailure.error(
        NSPersistentStoreOperationError,
        "The store has no objects of the entity \(name).",
        url: url
      )
    case .corrupt(let reason): StoreFailure.corrupt(url, reason)
    // The adapter reports the objects of conflicts; this is for errors that reach a program in another way.
    case .conflicts:
      StoreFailure.error(
        NSManagedObjectMergeError,
        "Rows were changed by another program.",
        url: url
      )
    case .deletionDenied(let entity, let relationship):
      NSError.coreData(
        NSValidationRelationshipDeniedDeleteError,
        [
          NSLocalizedFailureReasonErrorKey:
            "An object of \(entity) cannot be deleted: \(relationship) is not empty.",
          NSValidationKeyErrorKey: relationship,
        ]
      )
    case .endRequired(let entity, let relationship):
      StoreFailure.error(
        NSPersistentStoreSaveError,
        "Batch delete failed: the destination objects of \(entity).\(relationship)"
          + " require an object at the other end.",
        url: url
      )
    case .notUnique(let entity):
      NSError.coreData(
        NSManagedObjectConstraintMergeError,
        [
          NSLocalizedFailureReasonErrorKey:
            "Another object of \(entity) has the same values for a uniqueness constraint."
        ]
      )
    case .notANumber(let entity, let attribute):
      NSError.coreData(
        NSCoreDataError,
        [
          NSLocalizedFailureReasonErrorKey:
            "The value of \(entity).\(attribute) is not a number (NaN), which the store cannot save.",
          NSValidationKeyErrorKey: attribute,
        ]
      )
    case .leftOut(let entity):
      StoreFailure.error(
        NSPersistentStoreSaveError,
        "The database skipped a row of \(entity) without an error, as a trigger can.",
        url: url
      )
    case .otherVersion:
      StoreFailure.error(
        NSPersistentStoreIncompatibleVersionHashError,
        "Another program has migrated the store to another version of the model, or replaced it, while it was open."
          + " The store has to be opened again.",
        url: url
      )
    case .historyExpired:
      StoreFailure.error(
        NSPersistentHistoryTokenExpiredError,
        "The history that the token refers to was deleted.",
        url: url
      )
    }
  }

  /// The error for a file that is no longer at its path.
  static func moved(_ url: URL?) -> NSError {
    StoreFailure.error(
      CocoaError.Code.fileNoSuchFile.rawValue,
      "The file of the store was removed or replaced while the store was open. Nothing was saved; the store has "
        + "to be opened again.",
      url: url
    )
  }

  private static func code(of error: SQLError) -> Int {
    switch error.kind {
    case .uniqueConstraint, .notNullConstraint, .checkConstraint, .foreignKeyConstraint,
      .otherConstraint:
      NSManagedObjectConstraintMergeError
    case .busy: NSPersistentStoreTimeoutError
    case .full: CocoaError.Code.fileWriteOutOfSpace.rawValue
    case .corrupt: CocoaError.Code.fileReadCorruptFile.rawValue
    case .readOnly: CocoaError.Code.fileWriteNoPermission.rawValue
    case .inputOutput: CocoaError.Code.fileReadUnknown.rawValue
    case .permission: CocoaError.Code.fileReadNoPermission.rawValue
    case .cannotConnect: CocoaError.Code.fileReadUnknown.rawValue
    default: NSSQLiteError
    }
  }
}
