import Foundation

/// Migrates a store object by object: into a new store beside it, which then takes its place.
struct ObjectUpgrade {
  let opening: StoreOpening
  let type: String
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel
  let mapping: NSMappingModel

  /// Migrates the store, or leaves it as it is and throws.
  func run() throws {
    let storeClass = try StoreClasses.storeClass(for: type)
    let url = opening.url
    try StoreFiles.requireFile(url)
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = folder.appendingPathComponent(url.lastPathComponent)
    let storeType = NSPersistentStore.StoreType(rawValue: type)
    let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
    try manager.migrateStore(
      from: url,
      type: storeType,
      options: options,
      mapping: mapping,
      to: place,
      type: storeType,
      options: options
    )
    try storeClass.exchangeStore(at: url, withStoreAt: place)
  }

  /// The options of the store, without those that ask for a migration.
  private var options: [AnyHashable: Any] {
    var options = opening.options ?? [:]
    for option in [
      NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
      NSPersistentStoreStagedMigrationManagerOptionKey,
    ] { options[option] = nil }
    return options
  }
}
