import Foundation

extension NSPersistentStoreCoordinator {
  /// The metadata of an open store, also those that were not saved yet.
  public final func metadata(for store: NSPersistentStore) -> [String: Any] {
    lock.withLock { store.metadata ?? [:] }
  }

  /// Replaces the metadata of an open store; they are written with the next save.
  ///
  /// The type and the UUID are added if they are missing.
  public final func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    lock.withLock {
      var complete = metadata ?? [:]
      let required = [
        NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey,
        NSStoreModelVersionIdentifiersKey,
      ]
      for key in required where complete[key] == nil { complete[key] = store.metadata?[key] }
      store.metadata = complete
    }
  }

  /// The metadata of a store that need not be open.
  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType,
    at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try StoreClasses.storeClass(for: storeType.rawValue).metadataForPersistentStore(with: storeURL)
  }

  /// The metadata of a store that need not be open.
  public class func metadataForPersistentStore(
    ofType storeType: String,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(type: .init(rawValue: storeType), at: url, options: options)
  }

  /// The metadata of a store that need not be open; the type is found out if it is nil.
  @available(*, deprecated, renamed: "metadataForPersistentStore(type:at:options:)")
  public class func metadataForPersistentStore(
    ofType storeType: String?,
    at url: URL
  ) throws -> [String: Any] {
    try storeClass(for: storeType, at: url).metadataForPersistentStore(with: url)
  }

  /// The metadata of a store that need not be open.
  @available(*, deprecated, renamed: "metadataForPersistentStore(type:at:options:)")
  public class func metadataForPersistentStore(with url: URL) throws -> [AnyHashable: Any] {
    try StoreClasses.storeClass(forFileAt: url).metadataForPersistentStore(with: url)
  }

  /// Changes the metadata of a store that need not be open, at once.
  public class func setMetadata(
    _ metadata: [String: Any]?,
    type storeType: NSPersistentStore.StoreType,
    at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try StoreClasses.storeClass(for: storeType.rawValue)
      .setMetadata(metadata, forPersistentStoreAt: storeURL)
  }

  /// Changes the metadata of a store that need not be open, at once.
  public class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreOfType storeType: String,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(metadata, type: .init(rawValue: storeType), at: url, options: options)
  }

  /// Changes the metadata of a store that need not be open; the type is found out if it is nil.
  @available(*, deprecated, renamed: "setMetadata(_:type:at:options:)")
  public class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreOfType storeType: String?,
    at url: URL
  ) throws {
    try storeClass(for: storeType, at: url).setMetadata(metadata, forPersistentStoreAt: url)
  }

  private class func storeClass(for type: String?, at url: URL) throws -> NSPersistentStore.Type {
    try type.map(StoreClasses.storeClass(for:)) ?? StoreClasses.storeClass(forFileAt: url)
  }
}
