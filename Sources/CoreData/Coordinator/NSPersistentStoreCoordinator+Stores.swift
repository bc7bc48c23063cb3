import Foundation

extension NSPersistentStoreCoordinator {
  /// Opens a store.
  @discardableResult
  public final func addPersistentStore(
    type: NSPersistentStore.StoreType,
    configuration: String? = nil,
    at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try lock.withLock {
      guard let storeClass = StoreClasses.storeClass(for: type.rawValue) else {
        throw CocoaError(CocoaError.Code(rawValue: 134000))
      }
      let store = storeClass.makeStore(
        StoreOpening(in: self, configuration: configuration, at: storeURL, options: options)
      )
      try open(store)
      return store
    }
  }

  private func open(_ store: NSPersistentStore) throws {
    try store.loadMetadata()
    var metadata = store.metadata ?? [:]
    if metadata[NSStoreTypeKey] == nil { metadata[NSStoreTypeKey] = store.type }
    if metadata[NSStoreUUIDKey] == nil { metadata[NSStoreUUIDKey] = store.identifier }
    store.metadata = metadata
    lastStoreNumber += 1
    let adapter = store.makeAdapter(StoreSlot(number: lastStoreNumber, coordinator: self))
    openStores.append(
      OpenStore(
        number: lastStoreNumber,
        store: store,
        adapter: adapter,
        entities: Set(shapes.map(\.number))
      )
    )
    store.didAdd(to: self)
  }
}

/// The classes of stores by their types.
enum StoreClasses {
  static func storeClass(for type: String) -> NSPersistentStore.Type? {
    type == NSInMemoryStoreType ? InMemoryStore.self : nil
  }
}
