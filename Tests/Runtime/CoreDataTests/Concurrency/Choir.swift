import CoreData
import EveryStore
import Foundation

// A model in code without generated classes: singers of choirs, and the ordered songs of a choir.
enum Choir {
  static func makeModel() -> NSManagedObjectModel {
    let singer = PlainModel.entity("Singer", ["name": .string, "age": .integer32, "mood": .string])
    singer.attributesByName["mood"]?.isTransient = true
    let choir = PlainModel.entity("Choir", ["name": .string])
    let song = PlainModel.entity("Song", ["title": .string])
    PlainModel.relate(choir, "singers", singer, "choir", rule: .cascadeDeleteRule)
    PlainModel.relate(choir, "songs", song, "choir", isOrdered: true, rule: .cascadeDeleteRule)
    let model = NSManagedObjectModel()
    model.entities = [singer, choir, song]
    return model
  }

  static func makeCoordinator() throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeModel())
    try coordinator.openTestedStore()
    return coordinator
  }
}

extension NSPersistentStoreCoordinator {
  func makeContext(
    _ type: NSManagedObjectContext.ConcurrencyType = .privateQueue
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(type)
    context.persistentStoreCoordinator = self
    return context
  }
}

extension NSManagedObjectContext {
  func makeChild(
    _ type: NSManagedObjectContext.ConcurrencyType = .privateQueue
  ) -> NSManagedObjectContext {
    let child = NSManagedObjectContext(type)
    child.parent = self
    return child
  }

  @discardableResult
  func add(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let model = persistentStoreCoordinator?.managedObjectModel
    guard let entity = model?.entitiesByName[entity] else {
      preconditionFailure("There is no entity \(entity).")
    }
    let object = NSManagedObject(entity: entity, insertInto: self)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      object.setValue(value, forKey: key)
    }
    return object
  }

  func all(_ entity: String) throws -> [NSManagedObject] {
    try fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  func names(_ entity: String = "Singer") throws -> [String] {
    try all(entity).compactMap { $0.value(forKey: "name") as? String }.sorted()
  }

  /// Waits for the closures now enqueued on the context's queue.
  func finishQueuedWork() async {
    await perform(schedule: .enqueued) {}
  }
}

extension NSManagedObject {
  var called: String? { value(forKey: "name") as? String }

  func members(_ key: String) -> Set<NSManagedObject> {
    value(forKey: key) as? Set<NSManagedObject> ?? []
  }

  var titles: [String] {
    let songs = (value(forKey: "songs") as? NSOrderedSet)?.array as? [NSManagedObject]
    return songs?.compactMap { $0.value(forKey: "title") as? String } ?? []
  }
}

/// Collects the notifications with a name that a context posts.
final class Notices: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [[String: Any]] = []
  private var observer: (any NSObjectProtocol)?

  init(_ name: Notification.Name, of context: NSManagedObjectContext?) {
    observer = NotificationCenter.default.addObserver(
      forName: name,
      object: context,
      queue: nil
    ) { [weak self] in self?.keep($0) }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  private func keep(_ notice: Notification) {
    let pairs = (notice.userInfo ?? [:]).map { ("\($0.key)", $0.value) }
    lock.withLock { kept.append(Dictionary(uniqueKeysWithValues: pairs)) }
  }

  private var all: [[String: Any]] { lock.withLock { kept } }

  var count: Int { all.count }

  /// The keys of each notification.
  var keys: [[String]] { all.map { $0.keys.sorted() } }

  func objects(_ key: String) -> Set<NSManagedObject> {
    all.reduce(into: []) { $0.formUnion($1[key] as? Set<NSManagedObject> ?? []) }
  }

  func identifiers(_ key: String) -> Set<NSManagedObjectID> {
    all.reduce(into: []) { $0.formUnion($1[key] as? Set<NSManagedObjectID> ?? []) }
  }

  func last(_ key: String) -> Any? { all.last?[key] }
}

/// The events of all threads in order.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []

  func note(_ text: String) { lock.withLock { kept.append(text) } }

  var lines: [String] { lock.withLock { kept } }
}
