import Foundation

/// The two stores of a migration by a manager: opens them, saves the new objects, closes them.
struct MigratedStores {
  struct Place {
    let url: URL
    let type: NSPersistentStore.StoreType
    let options: [AnyHashable: Any]?
  }

  let manager: NSMigrationManager
  let source: Place
  let destination: Place

  /// Runs the migration with both stores open, and saves.
  func migrate(_ work: () throws -> Void) throws {
    guard try !isInPlace else {
      throw StoreFailure.error(
        NSMigrationManagerDestinationStoreError,
        "A store cannot be migrated into itself.",
        url: destination.url
      )
    }
    let old = try openSource()
    defer { close(old, in: manager.sourceContext) }
    try requireKnownObjects(of: old)
    let new = try open(
      destination,
      in: manager.destinationContext,
      NSMigrationManagerDestinationStoreError
    )
    do {
      try manager.sourceContext.performAndWait {
        try manager.destinationContext.performAndWait {
          try work()
          keepMetadata(of: old, in: new)
          try save()
        }
      }
      close(new, in: manager.destinationContext)
    } catch {
      manager.destinationContext.performAndWait { manager.destinationContext.reset() }
      close(new, in: manager.destinationContext)
      try? new.removeIfNew()
      throw error
    }
  }

  /// Whether both URLs are the same location.
  private var isInPlace: Bool {
    get throws {
      let places = [source, destination]
      let servers = try places.filter { $0.type == .postgreSQL }.map {
        try ServerAddress.database(at: $0.url, options: $0.options)
      }
      if servers.isEmpty { return StoreFiles.isSame(source.url, destination.url) }
      return servers.count == places.count && servers[0].isPlace(of: servers[1])
    }
  }

  private func openSource() throws -> NSPersistentStore {
    var options = source.options ?? [:]
    options[NSReadOnlyPersistentStoreOption] = true
    options[NSMigratePersistentStoresAutomaticallyOption] = nil
    let place = Place(url: source.url, type: source.type, options: options)
    guard !source.url.isFileURL || FileManager.default.fileExists(atPath: source.url.path) else {
      throw StoreFailure.error(
        NSMigrationManagerSourceStoreError,
        "There is no store to migrate.",
        url: source.url
      )
    }
    return try open(place, in: manager.sourceContext, NSMigrationManagerSourceStoreError)
  }

  /// Throws unless mappings, which use the entities of the source model, can reach all objects of the store.
  private func requireKnownObjects(of store: NSPersistentStore) throws {
    let allowances = [source, destination].map {
      ($0.options?[OpenCoreDataAllowsDataLossOption] as? NSNumber)?.boolValue ?? false
    }
    if allowances.contains(true) { return }
    let open = manager.sourceContext.persistentStoreCoordinator?.openStores
    try open?.first { $0.store === store }?.requireKnownObjects()
  }

  private func open(
    _ place: Place,
    in context: NSManagedObjectContext,
    _ code: Int
  ) throws -> NSPersistentStore {
    do {
      guard let coordinator = context.persistentStoreCoordinator else {
        throw StoreFailure.error(code, "The context has no coordinator.")
      }
      return try coordinator.addPersistentStore(
        type: place.type,
        at: place.url,
        options: place.options
      )
    } catch {
      throw StoreFailure.error(
        code,
        "The store cannot be opened.",
        url: place.url,
        underlying: error
      )
    }
  }

  private func close(_ store: NSPersistentStore, in context: NSManagedObjectContext) {
    try? context.persistentStoreCoordinator?.remove(store)
  }

  /// Copies the program's own entries of the metadata, without those that belong to a store or a version.
  private func keepMetadata(of old: NSPersistentStore, in new: NSPersistentStore) {
    let own = Set(
      StoreMetadataKeys.required + [
        NSPersistentStoreModelVersionChecksumKey, "NSStoreModelVersionHashesVersion",
        "NSStoreModelVersionHashesDigest", "NSPersistenceFrameworkVersion", "_NSAutoVacuumLevel",
      ]
    )
    var metadata = new.metadata ?? [:]
    for (key, value) in old.metadata ?? [:] where !own.contains(key) && metadata[key] == nil {
      metadata[key] = value
    }
    new.metadata = metadata
  }

  private func save() throws {
    do {
      try manager.destinationContext.save()
    } catch let error as NSError {
      throw StoreFailure.error(
        NSMigrationError,
        Self.reason(of: error),
        url: destination.url,
        underlying: error
      )
    }
  }

  /// The reason why migrated objects cannot be saved.
  private static func reason(of error: NSError) -> String {
    let first = (error.userInfo[NSDetailedErrorsKey] as? [NSError])?.first ?? error
    guard (1_550...1_690).contains(first.code) else {
      return "The migrated objects cannot be saved."
    }
    let object = first.userInfo[NSValidationObjectErrorKey] as? NSManagedObject
    let key = first.userInfo[NSValidationKeyErrorKey] as? String ?? ""
    guard first.code == NSValidationMissingMandatoryPropertyError else {
      let name = object?.entity.name ?? "An object"
      return "\(name) is not valid after the migration: \(first.localizedDescription)"
    }
    let isRelationship = object?.entity.relationshipsByName[key] != nil
    return "Validation error missing attribute values on mandatory destination "
      + (isRelationship ? "relationship" : "attribute")
  }
}
