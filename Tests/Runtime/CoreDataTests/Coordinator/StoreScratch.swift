import CoreData
import Foundation
import Testing
import TextFileStore

/// A temporary folder of a test, with helpers for stores.
final class StoreScratch {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("CoreDataTests-\(UUID().uuidString)", isDirectory: true)

  /// Objects do not retain their contexts.
  private var contexts: [NSManagedObjectContext] = []

  init() throws {
    TextFileStore.register()
    ServiceStore.register()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func coordinator(_ model: NSManagedObjectModel = Club.makeModel()) -> NSPersistentStoreCoordinator
  {
    NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    contexts.append(context)
    return context
  }

  /// Saves a player named Ada with a team in a new store, and closes it; returns the store's UUID.
  @discardableResult
  func makeStore(_ type: NSPersistentStore.StoreType, at url: URL) throws -> String {
    let coordinator = coordinator()
    let store = try coordinator.addPersistentStore(type: type, at: url)
    let context = context(coordinator)
    let player = Player(context: context)
    player.name = "Ada"
    player.team = Team(context: context)
    try context.save()
    let identifier = try #require(store.identifier)
    try coordinator.remove(store)
    return identifier
  }

  func players(_ context: NSManagedObjectContext) throws -> [Player] {
    try context.fetch(NSFetchRequest<Player>(entityName: "Player"))
  }
}

/// Collects the notifications of an object while the observer exists.
final class PostedNotifications: @unchecked Sendable {
  private let lock = NSLock()
  private var posted: [Notification] = []
  private var observers: [any NSObjectProtocol] = []

  init(_ names: Notification.Name..., from object: AnyObject?) {
    observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
        [weak self] notification in
        guard let self else { return }
        self.lock.withLock { self.posted.append(notification) }
      }
    }
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  var all: [Notification] { lock.withLock { posted } }
}
