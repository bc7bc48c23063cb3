import CoreData
import Foundation
import Testing

/// A store of the kind under test, open in a coordinator.
final class ConformanceSession {
  let store: StoreUnderTest
  let url: URL
  private(set) var coordinator: NSPersistentStoreCoordinator
  private let folder: URL
  private let model: NSManagedObjectModel

  /// The contexts of the check, retained because objects do not retain them.
  private var contexts: [NSManagedObjectContext] = []

  init(_ store: StoreUnderTest, folder: URL, model: NSManagedObjectModel) throws {
    self.store = store
    self.folder = folder
    self.model = model
    url = store.url(folder)
    coordinator = try Self.open(store, at: url, model)
  }

  /// Opens another store of the same kind, with another model.
  func another(_ model: NSManagedObjectModel) throws -> ConformanceSession {
    let place = folder.appendingPathComponent("another", isDirectory: true)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return try ConformanceSession(store, folder: place, model: model)
  }

  private static func open(
    _ store: StoreUnderTest,
    at url: URL,
    _ model: NSManagedObjectModel
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: store.type, at: url, options: store.options())
    return coordinator
  }

  /// The store itself.
  var openStore: NSPersistentStore {
    get throws { try #require(coordinator.persistentStores.first) }
  }

  /// Closes the store and opens it again, if it is persistent.
  func reopen() throws {
    guard store.capabilities.contains(.persistence) else { return }
    try coordinator.remove(try openStore)
    coordinator = try Self.open(store, at: url, model)
  }

  /// Creates a context, which has only the saved objects.
  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    contexts.append(context)
    return context
  }

  /// Fetches all objects of an entity.
  func all(_ entity: String, in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  /// Fetches the only object of an entity.
  func only(_ entity: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
    let found = try all(entity, in: context)
    #expect(found.count == 1, "there should be one \(entity)")
    return try #require(found.first)
  }

  /// Inserts an object.
  func insert(
    _ entity: String,
    _ values: [String: Any] = [:],
    into context: NSManagedObjectContext
  ) throws -> NSManagedObject {
    let description = try #require(
      context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[entity]
    )
    let object = NSManagedObject(entity: description, insertInto: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }
}

extension NSManagedObject {
  /// The destination of a to-one relationship.
  func one(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }

  /// The members of a to-many relationship.
  func many(_ key: String) -> Set<NSManagedObject> {
    switch value(forKey: key) {
    case let set as NSOrderedSet: Set(set.array.compactMap { $0 as? NSManagedObject })
    case let set as Set<NSManagedObject>: set
    default: []
    }
  }

  /// The members of an ordered relationship, in order.
  func list(_ key: String) -> [NSManagedObject] {
    (value(forKey: key) as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject } ?? []
  }

  /// The value of a text attribute.
  func text(_ key: String) -> String? { value(forKey: key) as? String }
}
