import Foundation

extension NSPersistentStoreCoordinator {
  /// Opens a store, or creates it if there is none.
  ///
  /// It may be called on any thread; it returns when the store is open, and migrated if the options request that.
  ///
  /// ```swift
  /// let store = try coordinator.addPersistentStore(
  ///   type: .sqlite, at: url,
  ///   options: [
  ///     NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
  ///   ]
  /// )
  /// ```
  ///
  /// - Throws: A `CocoaError` if the store cannot be opened, such as `persistentStoreIncompatibleVersionHash` for one
  ///   of another version of the model, or `persistentStoreOpen`.
  @discardableResult
  public final func addPersistentStore(
    type: NSPersistentStore.StoreType,
    configuration: String? = nil,
    at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try add(type.rawValue, configuration: configuration, at: storeURL, options: options)
  }

  /// Opens a store, or creates it if there is none; only one in memory needs no URL.
  @discardableResult
  public final func addPersistentStore(
    ofType storeType: String,
    configurationName configuration: String?,
    at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try add(storeType, configuration: configuration, at: storeURL, options: options)
  }

  /// Opens a described store, and calls `block`.
  ///
  /// `block` is called before this method returns, unless the description asks for asynchronous opening.
  public final func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let work = Unchecked { [self] in
      do {
        try add(
          storeDescription.type,
          configuration: storeDescription.configuration,
          at: storeDescription.url,
          options: storeDescription.options
        )
        block(storeDescription, nil)
      } catch {
        block(storeDescription, error)
      }
    }
    guard storeDescription.shouldAddStoreAsynchronously else { return work.value() }
    queue.async { work.value() }
  }

  /// Closes a store; its objects cannot be used any more.
  ///
  /// Its files remain, and it can be added again. Unsaved changes of its objects are lost, so save the contexts first.
  ///
  /// ```swift
  /// for store in coordinator.persistentStores { try coordinator.remove(store) }
  /// ```
  ///
  /// - Throws: An error if the store is not open in this coordinator.
  public final func remove(_ store: NSPersistentStore) throws {
    try lock.withLock {
      guard openStores.contains(where: { $0.store === store }) else {
        throw StoreFailure.error(
          NSPersistentStoreOperationError,
          "The store is not open in this coordinator.",
          url: store.url
        )
      }
      close(store)
      StoresChange(removed: [store]).post(by: self)
    }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The open store at a URL.
  public final func persistentStore(for URL: URL) -> NSPersistentStore? {
    lock.withLock {
      openStores.first { $0.store.url.map(StorePlace.init) == StorePlace(URL) }?.store
    }
  }

  /// Returns the URL of a store.
  public final func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Changes the URL of a store.
  ///
  /// An atomic store is written there with the next save. Returns whether the store can be moved.
  @discardableResult
  public final func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    lock.withLock {
      guard store.canMove(to: url) else { return false }
      store.url = url
      store.hasUnsavedMetadata = true
      return true
    }
  }
}

// MARK: Opening and closing

extension NSPersistentStoreCoordinator {
  @discardableResult
  private func add(
    _ type: String,
    configuration: String?,
    at url: URL?,
    options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    try lock.withLock {
      let open = try open(type, configuration: configuration, at: url, options: options)
      enter(open)
      StoresChange(added: [open.store]).post(by: self)
      return open.store
    }
  }

  /// Opens a store without adding it to the coordinator yet.
  final func open(
    _ type: String,
    configuration: String?,
    at url: URL?,
    options: [AnyHashable: Any]?
  ) throws -> OpenStore {
    let opening = StoreOpening(
      in: self,
      configuration: configuration,
      at: try StorePlace.url(url, type: type),
      options: options
    )
    lastStoreNumber += 1
    return try StoreOpener(self, number: lastStoreNumber).open(opening, type: type)
  }

  /// Adds an open store to the coordinator.
  final func enter(_ open: OpenStore) {
    openStores.append(open)
    open.store.didAdd(to: self)
  }

  /// Closes a store, without posting that the stores have changed.
  final func close(_ store: NSPersistentStore) {
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore,
      object: store
    )
    store.leave()
    openStores.removeAll { $0.store === store }
  }
}

extension NSPersistentStoreCoordinator {
  /// Registers a class for stores of a type; nil removes the type.
  public class func registerStoreClass(
    _ storeClass: AnyClass?,
    type: NSPersistentStore.StoreType
  ) {
    guard let storeClass else { return StoreClasses.set(nil, for: type.rawValue) }
    guard let storeClass = storeClass as? NSPersistentStore.Type else {
      preconditionFailure("\(storeClass) does not inherit from NSPersistentStore.")
    }
    StoreClasses.set(storeClass, for: type.rawValue)
  }

  /// Registers a class for stores of a type.
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
    registerStoreClass(storeClass, type: .init(rawValue: storeType))
  }

  /// The registered types of stores, each with a value that contains the class.
  public class var registeredStoreTypes: [String: NSValue] {
    StoreClasses.all.mapValues { storeClass in
      NSNumber(value: UInt(bitPattern: ObjectIdentifier(storeClass)))
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns the metadata of an open store, including unsaved changes.
  public final func metadata(for store: NSPersistentStore) -> [String: Any] {
    lock.withLock { store.metadata ?? [:] }
  }

  /// Replaces the metadata of an open store; they are written with the next save.
  ///
  /// The type and the UUID are added if they are missing.
  public final func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    lock.withLock {
      store.metadata = Self.complete(metadata, from: store.metadata)
    }
  }

  /// Adds the required entries to metadata, from the current ones of the store, if they are missing.
  ///
  /// A store without version hashes would be opened with any model.
  private class func complete(
    _ metadata: [String: Any]?,
    from present: [String: Any]?
  ) -> [String: Any] {
    var complete = metadata ?? [:]
    for key in StoreMetadataKeys.required where complete[key] == nil {
      complete[key] = present?[key]
    }
    return complete
  }

  /// Returns the metadata of a store, which need not be open.
  ///
  /// They contain the type of the store, its UUID and the version hashes of its model, and whatever the program has
  /// added.
  ///
  /// ```swift
  /// let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
  /// let isCurrent = model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
  /// ```
  public class func metadataForPersistentStore(
    type storeType: NSPersistentStore.StoreType,
    at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try StoreClasses.storeClass(for: storeType.rawValue)
      .readMetadata(at: storeURL, options: options)
  }

  /// Returns the metadata of a store, which need not be open.
  public class func metadataForPersistentStore(
    ofType storeType: String,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(type: .init(rawValue: storeType), at: url, options: options)
  }

  /// Returns the metadata of a store, which need not be open; the type is detected if it is nil.
  @available(*, deprecated, renamed: "metadataForPersistentStore(type:at:options:)")
  public class func metadataForPersistentStore(
    ofType storeType: String?,
    at url: URL
  ) throws -> [String: Any] {
    try storeClass(for: storeType, at: url).metadataForPersistentStore(with: url)
  }

  /// Returns the metadata of a store, which need not be open.
  @available(*, deprecated, renamed: "metadataForPersistentStore(type:at:options:)")
  public class func metadataForPersistentStore(with url: URL) throws -> [AnyHashable: Any] {
    try StoreClasses.storeClass(forFileAt: url).metadataForPersistentStore(with: url)
  }

  /// Changes the metadata of a store, which need not be open, at once.
  public class func setMetadata(
    _ metadata: [String: Any]?,
    type storeType: NSPersistentStore.StoreType,
    at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try write(
      metadata,
      by: StoreClasses.storeClass(for: storeType.rawValue),
      at: storeURL,
      options: options
    )
  }

  private class func write(
    _ metadata: [String: Any]?,
    by storeClass: NSPersistentStore.Type,
    at url: URL,
    options: [AnyHashable: Any]?
  ) throws {
    // A class of the program may be able to write metadata but not to read them.
    let present = try? storeClass.readMetadata(at: url, options: options)
    try storeClass.writeMetadata(complete(metadata, from: present), at: url, options: options)
  }

  /// Changes the metadata of a store, which need not be open, at once.
  public class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreOfType storeType: String,
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(metadata, type: .init(rawValue: storeType), at: url, options: options)
  }

  /// Changes the metadata of a store, which need not be open; the type is detected if it is nil.
  @available(*, deprecated, renamed: "setMetadata(_:type:at:options:)")
  public class func setMetadata(
    _ metadata: [String: Any]?,
    forPersistentStoreOfType storeType: String?,
    at url: URL
  ) throws {
    try write(metadata, by: storeClass(for: storeType, at: url), at: url, options: nil)
  }

  private class func storeClass(for type: String?, at url: URL) throws -> NSPersistentStore.Type {
    try type.map(StoreClasses.storeClass(for:)) ?? StoreClasses.storeClass(forFileAt: url)
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns the model that a store keeps, with which it can be opened.
  ///
  /// SQLite stores have kept their models since 2015; for other stores an error is thrown.
  public class func cachedModelForPersistentStore(
    at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectModel {
    if let model = try SQLiteStore.cachedModel(at: url) { return model }
    throw StoreFailure.error(
      NSPersistentStoreOperationError,
      "The store does not contain its model.",
      url: url
    )
  }
}
