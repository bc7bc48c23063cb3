import CoreData
import Foundation
import SQLDriver
import SQLiteDriver
import StoreMigration
import Testing
import TextFileStore

/// A folder with a store of the first version of the archive: two authors, three books.
final class ArchiveStore {
  /// The options for a store that is migrated when it is opened, also where only the store knows its version.
  static var migrating: [AnyHashable: Any] {
    Versions.migrating.merging([OpenCoreDataAllowsDataLossOption: true]) { $1 }
  }

  /// A portrait that is too large for the database.
  static let portrait = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

  let folder: URL
  let type: NSPersistentStore.StoreType
  var url: URL { folder.appendingPathComponent("archive.store") }
  private var contexts: [NSManagedObjectContext] = []

  init(_ type: NSPersistentStore.StoreType = .sqlite, options: [AnyHashable: Any] = [:]) throws {
    self.type = type
    TextFileStore.register()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("archive-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let context = try context(try ArchiveModel.model(1), options: options)
    let ada = insert(
      "Author",
      ["name": "Ada", "obsolete": "x", "portrait": Self.portrait],
      context
    )
    let kim = insert(
      "Author",
      ["name": "Kim", "born": 1975, "portrait": Data([1, 2, 3])],
      context
    )
    _ = insert("Book", ["title": "Engines", "author": ada], context)
    _ = insert("Leaflet", ["title": "Notes", "pages": 4, "author": ada], context)
    _ = insert("Book", ["title": "Plans", "author": kim], context)
    try context.save()
    try close(context)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func insert(
    _ entity: String,
    _ values: [String: Any],
    _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// A context with the store open.
  func context(
    _ model: NSManagedObjectModel,
    options: [AnyHashable: Any]? = ArchiveStore.migrating
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: type, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    contexts.append(context)
    return context
  }

  func close(_ context: NSManagedObjectContext) throws {
    guard let coordinator = context.persistentStoreCoordinator else { return }
    context.performAndWait { context.reset() }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  /// The error of opening the store, which must not change it.
  func error(
    _ model: NSManagedObjectModel,
    options: [AnyHashable: Any]? = ArchiveStore.migrating
  ) throws -> NSError {
    let before = try contents()
    let error = #expect(throws: NSError.self) { try context(model, options: options) }
    #expect(try contents() == before)
    return try #require(error)
  }

  /// The bytes of all files of the store, by name, without what is made anew whenever the store is read.
  func contents() throws -> [String: Data] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var contents: [String: Data] = [:]
    for case let file as URL in files ?? .init() {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
        !isFolder.boolValue, !file.path.hasSuffix("-shm")
      else { continue }
      let data = try Data(contentsOf: file)
      if !data.isEmpty { contents[file.lastPathComponent] = data }
    }
    return contents
  }

  /// Runs SQL in the store, past everybody.
  @discardableResult
  func run(_ sql: String) throws -> [[SQLValue]] {
    let connection = try SQLiteConnection(path: url.path)
    defer { connection.close() }
    return try connection.rows(sql)
  }

  func objects(
    _ entity: String,
    by key: String,
    _ context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return try context.fetch(request)
  }
}

extension NSManagedObject {
  /// The texts that objects at the end of a relationship have under a key, sorted.
  func texts(_ relationship: String, _ key: String) -> [String] {
    let value = self.value(forKey: relationship)
    let objects =
      (value as? NSOrderedSet)?.array ?? (value as? Set<NSManagedObject>).map(Array.init) ?? []
    return objects.compactMap { ($0 as? NSManagedObject)?.value(forKey: key) as? String }.sorted()
  }
}

/// Another user of a store, who is in the middle of writing.
final class SQLiteConnectionHolder {
  private let connection: SQLiteConnection

  init(_ url: URL) throws { connection = try SQLiteConnection(path: url.path) }

  deinit { connection.close() }

  func begin() throws { try connection.execute("BEGIN IMMEDIATE") }

  func end() throws { try connection.execute("ROLLBACK") }
}
