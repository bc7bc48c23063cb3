import Foundation

extension NSPersistentStoreCoordinator {
  /// Copies a store to another location, perhaps as a store of another type, and replaces it in the coordinator by
  /// the copy.
  ///
  /// The objects have other IDs then. The old store is closed; its files remain.
  ///
  /// ```swift
  /// if let store = coordinator.persistentStores.first {
  ///   try coordinator.migratePersistentStore(store, to: exportURL, type: .binary)
  /// }
  /// ```
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore,
    to storeURL: URL,
    options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try lock.withLock {
      guard let source = openStores.first(where: { $0.store === store }) else {
        throw StoreFailure.error(
          NSPersistentStoreOperationError,
          "The store is not open in this coordinator.",
          url: store.url
        )
      }
      let name = store.configurationName
      let configuration = name == NSManagedObjectModel.defaultConfigurationName ? nil : name
      let destination = try open(
        storeType.rawValue,
        configuration: configuration,
        at: storeURL,
        options: options
      )
      var change = StoresChange(added: [destination.store], removed: [store])
      enter(destination)
      do {
        let pairs = try StoreCopier(from: source, to: destination, in: self).copy()
        change.migrated = [store, destination.store, pairs]
      } catch {
        close(destination.store)
        try? destination.store.removeIfNew()
        throw error
      }
      close(store)
      change.post(by: self)
      return destination.store
    }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Copies a store to another place, and lets the copy take its place in the coordinator.
  @discardableResult
  public final func migratePersistentStore(
    _ store: NSPersistentStore,
    to URL: URL,
    options: [AnyHashable: Any]? = nil,
    withType storeType: String
  ) throws -> NSPersistentStore {
    try migratePersistentStore(store, to: URL, options: options, type: .init(rawValue: storeType))
  }

  /// Deletes a store with all its contents; it need not exist.
  ///
  /// If it is open in the coordinator, it is closed: another one can be added at its location. Its log and the files
  /// of its large values are deleted too.
  ///
  /// ```swift
  /// try coordinator.destroyPersistentStore(at: url, type: .sqlite)
  /// ```
  public final func destroyPersistentStore(
    at url: URL,
    type storeType: NSPersistentStore.StoreType,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try lock.withLock {
      let storeClass = try StoreClasses.storeClass(for: storeType.rawValue)
      try StoreFiles.requireNoOther(than: storeType.rawValue, at: url)
      try storeClass.requireDestruction(at: url)
      if let store = persistentStore(for: url), StorePlace(url).isExclusive {
        try Swift.type(of: store).requireDestruction(at: url)
        try remove(store)
      }
      try storeClass.destroyStore(at: url, options: options)
    }
  }

  /// Deletes a store with all its contents; it need not exist.
  ///
  /// - Throws: An error if the file is that of a store of another type.
  public final func destroyPersistentStore(
    at url: URL,
    ofType storeType: String,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, type: .init(rawValue: storeType), options: options)
  }

  /// Replaces a store by a copy of another one; neither should be open.
  ///
  /// It restores a backup: the files of the destination, large values included, are replaced as a whole, and an error
  /// leaves them as they were.
  ///
  /// ```swift
  /// try coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: backupURL, type: .sqlite)
  /// ```
  public final func replacePersistentStore(
    at destinationURL: URL,
    destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil,
    type sourceType: NSPersistentStore.StoreType
  ) throws {
    try lock.withLock {
      try StoreClasses.storeClass(for: sourceType.rawValue)
        .replaceStore(at: destinationURL, withStoreAt: sourceURL, options: destinationOptions)
    }
  }

  /// Replaces a store by a copy of another one; neither should be open.
  public final func replacePersistentStore(
    at destinationURL: URL,
    destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL,
    sourceOptions: [AnyHashable: Any]? = nil,
    ofType storeType: String
  ) throws {
    try replacePersistentStore(
      at: destinationURL,
      destinationOptions: destinationOptions,
      withPersistentStoreFrom: sourceURL,
      sourceOptions: sourceOptions,
      type: .init(rawValue: storeType)
    )
  }

  /// Completes a lightweight migration whose later parts were deferred.
  ///
  /// Nothing is deferred here, so there is nothing to complete.
  public final func finishDeferredLightweightMigration() throws {}

  /// Executes one step of a deferred lightweight migration; there never is one.
  public final func finishDeferredLightweightMigrationTask() throws {}
}
