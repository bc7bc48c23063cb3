import Foundation

extension NSPersistentStoreCoordinator {
  /// The model that a store keeps of itself, with which it can be opened.
  ///
  /// SQLite stores have kept their models since 2015; from another store an error is thrown.
  public class func cachedModelForPersistentStore(
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectModel {
    if let model = try SQLiteStore.cachedModel(at: url) { return model }
    throw StoreFailure.error(
      NSPersistentStoreOperationError,
      "The store does not keep its model.",
      url: url
    )
  }
}
