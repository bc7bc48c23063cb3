import Foundation

extension NSPersistentStoreCoordinator {
  /// Opens a store, or makes it if there is none.
  @discardableResult
  public final func addPersistentStore(
    type: NSPersistentStore.StoreType,
    configuration: String? = nil,
    at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try add(type.rawValue, configuration: configuration, at: storeURL, options: options)
  }

  /// Opens a store, or makes it if there is none; only one in memory needs no URL.
  @discardableResult
  public final func addPersistentStore(
    ofType storeType: String,
    configurationName configuration: String?,
    at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try add(storeType, configuration: configuration, at: storeURL, options: options)
  }

  /// Opens the store that a description describes, and calls back.
  ///
  /// The call comes before this method returns, unless the description asks for the store to be opened
  /// asynchronously.
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

  /// Closes a store; objects of it cannot be used any more.
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

  /// Where a store is.
  public final func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Says where a store is from now on.
  ///
  /// A store that is kept as a whole is written there with the next save. Returns whether the store can be
  /// moved.
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

  /// Opens a store without making it one of the coordinator's yet.
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

  /// Makes an open store one of the coordinator's.
  final func enter(_ open: OpenStore) {
    openStores.append(open)
    open.store.didAdd(to: self)
  }

  /// Takes a store away, without telling that the stores have changed.
  final func close(_ store: NSPersistentStore) {
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore,
      object: store
    )
    store.leave()
    openStores.removeAll { $0.store === store }
  }
}
