import Foundation
import SQLDriver
import StoreMigration

/// The errors of SQLite as those of Core Data.
enum SQLiteFailure {
  static func error(_ error: any Error, of store: NSPersistentStore) -> any Error {
    self.error(error, at: store.url)
  }

  /// The error that a program sees; what is not SQLite's stays as it is.
  static func error(_ error: any Error, at url: URL?) -> any Error {
    if let error = error as? StoreMigrationError { return MigrationFailure.error(error, at: url) }
    guard let error = error as? SQLError else { return error }
    var info: [String: Any] = [:]
    if let code = Int(error.code) { info[NSSQLiteErrorDomain] = NSNumber(value: code & 0xFF) }
    return StoreFailure.error(code(of: error), error.description, url: url, info: info)
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
