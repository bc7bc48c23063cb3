import CoreData
import Foundation
import SQLDriver
import Testing
import TextFileStore

/// A store of the archive's first version: two authors, three books.
final class ArchiveStore {
  /// The options that migrate a store automatically, even if only the store has its version.
  static var migrating: [AnyHashable: Any] {
    Versions.migrating.merging([OpenCoreDataAllowsDataLossOption: true]) { $1 }
  }

  /// A portrait that is large enough for external storage.
  static let portrait = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })

  let place: TypedPlace
  let url: URL
  var folder: URL { place.folder }
  var type: NSPersistentStore.StoreType { place.type }
  private var contexts: [NSManagedObjectContext] = []

  /// Creates a store of a type; nil for the type that the test runs on.
  init(_ type: NSPersistentStore.StoreType? = nil, options: [AnyHashable: Any] = [:]) throws {
    TextFileStore.register()
    place = try TypedPlace(type)
    url = try place.url("archive")
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

  private func insert(
    _ entity: String,
    _ values: [String: Any],
    _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// A context of a new coordinator with the store.
  func context(
    _ model: NSManagedObjectModel,
    options: [AnyHashable: Any]? = ArchiveStore.migrating
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: type, at: url, options: place.options(options))
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

  /// The error of adding the store, which must not modify it.
  func error(
    _ model: NSManagedObjectModel,
    options: [AnyHashable: Any]? = ArchiveStore.migrating
  ) throws -> NSError {
    let before = try contents()
    let error = #expect(throws: NSError.self) { try context(model, options: options) }
    #expect(try contents() == before)
    return try #require(error)
  }

  func contents() throws -> [String: Data] { try place.contents("archive") }

  /// Executes SQL directly on the store.
  @discardableResult
  func run(sqlite: String, postgreSQL: String) throws -> [[SQLValue]] {
    let connection = try place.connect("archive")
    defer { connection.close() }
    return try connection.rows(type == .postgreSQL ? postgreSQL : sqlite)
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
  /// The values of a key of a relationship's destinations, sorted.
  func texts(_ relationship: String, _ key: String) -> [String] {
    let value = self.value(forKey: relationship)
    let objects =
      (value as? NSOrderedSet)?.array ?? (value as? Set<NSManagedObject>).map(Array.init) ?? []
    return objects.compactMap { ($0 as? NSManagedObject)?.value(forKey: key) as? String }.sorted()
  }
}

/// A second connection to a store, in the middle of a write transaction.
final class WritingUser {
  private let connection: any SQLConnection

  init(_ store: ArchiveStore) throws { connection = try store.place.connect("archive") }

  deinit { connection.close() }

  func begin() throws {
    let isServer = connection.dialect == .postgreSQL
    try connection.execute(
      isServer ? "BEGIN; UPDATE author SET name = name" : "BEGIN IMMEDIATE"
    )
  }

  func end() throws { try connection.execute("ROLLBACK") }
}
