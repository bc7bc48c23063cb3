import Foundation

/// Creates a store object and opens it for a coordinator.
struct StoreOpener {
  private let coordinator: NSPersistentStoreCoordinator
  private let number: Int

  init(_ coordinator: NSPersistentStoreCoordinator, number: Int) {
    self.coordinator = coordinator
    self.number = number
  }

  /// Opens a store: its metadata, then its contents.
  func open(_ opening: StoreOpening, type: String) throws -> OpenStore {
    let report = OpeningReport(of: opening, type: type)
    return try report.run { try openStore(opening, type: type) }
  }

  private func openStore(_ opening: StoreOpening, type: String) throws -> OpenStore {
    try requireModel(for: opening, type: type)
    let entities = try entities(of: opening)
    try requireNoOther(at: opening.url, type: type)
    var store = try loaded(opening, type: type)
    if try upgrade(store, opening, type: type) { store = try loaded(opening, type: type) }
    var adapter = try makeAdapter(store)
    // Stores may read their metadata as late as this.
    if try upgrade(store, opening, type: type) {
      store = try loaded(opening, type: type)
      adapter = try makeAdapter(store)
    }
    try requireType(type, of: store)
    try requireVersion(of: store)
    completeMetadata(of: store, entities: entities)
    try store.finishOpening()
    return OpenStore(
      number: number,
      store: store,
      adapter: adapter,
      entities: Set(entities.map(\.shape.number)),
      changeRelay: StoreChangeRelay(of: store, adapter, in: coordinator)
    )
  }

  /// Returns a store whose metadata have been read.
  private func loaded(_ opening: StoreOpening, type: String) throws -> NSPersistentStore {
    let store = try StoreClasses.storeClass(for: type).makeStore(opening)
    store.assumeType(type)
    try store.loadMetadata()
    try requireType(type, of: store)
    return store
  }

  private func makeAdapter(_ store: NSPersistentStore) throws -> any StoreAdapter {
    try store.makeAdapter(StoreSlot(number: number, coordinator: coordinator))
  }

  /// Migrates a store of another version to that of the model; then the store must be opened again.
  ///
  /// - Returns: Whether the store was migrated.
  /// - Throws: The reason why the store cannot be migrated.
  private func upgrade(
    _ store: NSPersistentStore,
    _ opening: StoreOpening,
    type: String
  ) throws -> Bool {
    let model = coordinator.managedObjectModel
    guard StoreUpgrade.isNeeded(by: store, for: model) else { return false }
    let upgrade = StoreUpgrade(
      opening: opening,
      type: type,
      model: model,
      metadata: store.metadata ?? [:]
    )
    try requireType(type, of: store)
    store.leave()
    try MigrationReport(of: store, at: opening.url, coordinator.metrics).run(upgrade.run)
    return true
  }

  /// Throws if there is no model: without one a store would be emptied, or created empty.
  private func requireModel(for opening: StoreOpening, type: String) throws {
    let model = coordinator.managedObjectModel
    guard model.entities.isEmpty else { return }
    if let search = model.failedSearch {
      throw StoreFailure.error(
        NSPersistentStoreIncompatibleSchemaError,
        "\(search.reason) \(search.remedies)",
        url: opening.url,
        info: [NSLocalizedRecoverySuggestionErrorKey: search.remedies]
      )
    }
    guard type == NSSQLiteStoreType else { return }
    throw StoreFailure.error(
      NSPersistentStoreIncompatibleSchemaError,
      "The model has no entities. If it was merged from bundles, none of them has a model.",
      url: opening.url
    )
  }

  private func entities(of opening: StoreOpening) throws -> [NSEntityDescription] {
    let model = coordinator.managedObjectModel
    if let entities = model.entities(forConfigurationName: opening.configuration) {
      return entities
    }
    throw StoreFailure.error(
      NSPersistentStoreIncompatibleSchemaError,
      "The model has no configuration named '\(opening.configuration ?? "")'.",
      url: opening.url
    )
  }

  private func requireNoOther(at url: URL, type: String) throws {
    let place = StorePlace(url)
    guard type != NSInMemoryStoreType, place.isExclusive,
      coordinator.openStores.contains(where: { $0.store.url.map(StorePlace.init) == place })
    else { return }
    throw StoreFailure.error(
      134_081,
      "Can't add the same store twice.",
      url: url,
      info: ["NSUnderlyingException": "Can't add the same store twice"]
    )
  }

  private func requireType(_ type: String, of store: NSPersistentStore) throws {
    for found in [store.type, store.metadata?[NSStoreTypeKey] as? String] {
      if let found, found != type {
        throw StoreFailure.typeMismatch(store.url, wanted: type, found: found)
      }
    }
  }

  /// Throws unless the store has the version of the model, according to its metadata.
  private func requireVersion(of store: NSPersistentStore) throws {
    let model = coordinator.managedObjectModel
    guard StoreUpgrade.isNeeded(by: store, for: model) else { return }
    throw StoreUpgrade.incompatibility(of: store.metadata ?? [:], with: model, at: store.url)
  }

  /// Adds the entries that every store's metadata have.
  private func completeMetadata(of store: NSPersistentStore, entities: [NSEntityDescription]) {
    var metadata = store.metadata ?? [:]
    let count = metadata.count
    if metadata[NSStoreTypeKey] == nil { metadata[NSStoreTypeKey] = store.type }
    if metadata[NSStoreUUIDKey] == nil { metadata[NSStoreUUIDKey] = store.identifier }
    if metadata[NSStoreModelVersionHashesKey] == nil {
      let names = Set(entities.compactMap(\.name))
      let hashes = coordinator.managedObjectModel.entityVersionHashesByName
      metadata[NSStoreModelVersionHashesKey] = hashes.filter { names.contains($0.key) }
      metadata[NSStoreModelVersionIdentifiersKey] =
        coordinator.managedObjectModel.versionIdentifiers.compactMap { $0.base as? String }.sorted()
    }
    if metadata.count != count { store.metadata = metadata }
  }
}
