import Foundation

extension StoreFailure {
  /// The error for a store class that lacks a method.
  static func notOverridden(_ method: String, in store: NSPersistentStore) -> NSError {
    error(NSCoreDataError, "\(type(of: store)) must override \(method).")
  }

  /// The error for a change of a store that was opened read-only.
  static func readOnly(_ store: NSPersistentStore) -> NSError {
    error(
      CocoaError.Code.fileWriteNoPermission.rawValue,
      "The store was opened read-only, and cannot be changed.",
      url: store.url,
      info: [NSAffectedStoresErrorKey: [store]]
    )
  }
}
