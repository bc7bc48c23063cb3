import Foundation

/// Migrates a store object by object: into a new store beside it, in a folder or a schema, which then replaces it.
struct ObjectUpgrade {
  let opening: StoreOpening
  let type: String
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel
  let mapping: NSMappingModel

  /// Migrates the store; leaves it unchanged if an error is thrown.
  func run() throws {
    guard type == NSPostgreSQLStoreType else { return try replaceFile() }
    try ServerReplacement(opening: opening, source: source, destination: destination)
      .run { schema in
        var options = options
        options[OpenCoreDataPostgreSQLSchemaOption] = schema
        try migrate(to: opening.url, options)
      }
  }

  private func replaceFile() throws {
    let storeClass = try StoreClasses.storeClass(for: type)
    let url = opening.url
    try StoreFiles.requireFile(url)
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = folder.appendingPathComponent(url.lastPathComponent)
    try migrate(to: place, options)
    try storeClass.exchangeStore(at: url, withStoreAt: place)
  }

  private func migrate(to place: URL, _ placeOptions: [AnyHashable: Any]) throws {
    let storeType = NSPersistentStore.StoreType(rawValue: type)
    let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
    try manager.migrateStore(
      from: opening.url,
      type: storeType,
      options: options,
      mapping: mapping,
      to: place,
      type: storeType,
      options: placeOptions
    )
  }

  /// The options of the store, without those that request a migration.
  private var options: [AnyHashable: Any] {
    var options = opening.options ?? [:]
    for option in [
      NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
      NSPersistentStoreStagedMigrationManagerOptionKey,
    ] { options[option] = nil }
    return options
  }
}
