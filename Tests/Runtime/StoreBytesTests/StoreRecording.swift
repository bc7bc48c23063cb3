import CoreData
import Foundation
import Testing

/// The classes of a script's objects.
enum ScriptClasses: Sendable, CaseIterable {
  case plain
  case generated
}

/// A folder with one SQLite store, the contexts that change it, and the recorded changes of each step.
final class StoreRecording {
  let folder: URL
  let store: URL
  private let began = Date()
  private let classes: ScriptClasses
  private var contexts: [NSManagedObjectContext] = []
  private var last: [String] = []
  private(set) var text = ""

  init(_ classes: ScriptClasses) throws {
    self.classes = classes
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StoreBytes-\(UUID().uuidString)")
    store = folder.appendingPathComponent("store.sqlite")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Records the lines that were removed from and added to the dump since the last step.
  func step(_ title: String) throws {
    let now = try StoreDump.lines(store, began: began)
    text += "\n== \(title)\n"
    let changes = now.difference(from: last)
    for change in changes.removals + changes.insertions {
      switch change {
      case .remove(_, let line, _): text += "- \(line)\n"
      case .insert(_, let line, _): text += "+ \(line)\n"
      }
    }
    last = now
  }

  /// Records a note.
  func note(_ line: String) { text += "\n-- \(line)\n" }

  /// Runs a closure that may throw, and records the outcome.
  func attempt(_ title: String, _ body: () throws -> Void) {
    do {
      try body()
      note("\(title): done")
    } catch let error as NSError {
      note("\(title): \(error.domain) \(error.code)")
    }
  }
}

// Models and contexts
extension StoreRecording {
  private static let models = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Models")

  /// A model of `Models`, in a version or the current one.
  func model(_ name: String, version: String? = nil) throws -> NSManagedObjectModel {
    let bundle = Self.models.appendingPathComponent("\(name).xcdatamodeld")
    let url = version.map { bundle.appendingPathComponent("\($0).xcdatamodel") } ?? bundle
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    for entity in model.entities {
      let isPlain = classes == .plain || entity.name == "Untyped"
      entity.managedObjectClassName =
        isPlain ? "NSManagedObject" : "\(name).\(entity.name ?? "")"
    }
    return model
  }

  /// A coordinator with the store.
  func coordinator(
    _ model: NSManagedObjectModel,
    configuration: String? = nil,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: .sqlite,
      configuration: configuration,
      at: store,
      options: options
    )
    return coordinator
  }

  /// A context of a coordinator; a new one by default.
  func context(
    _ model: NSManagedObjectModel,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    context(try coordinator(model, options: options))
  }

  func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    contexts.append(context)
    return context
  }

  func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.parent = parent
    contexts.append(context)
    return context
  }

  /// Closes the store, and releases the contexts.
  func close(_ context: NSManagedObjectContext) throws {
    let coordinator = try #require(context.persistentStoreCoordinator)
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    contexts = []
  }
}

// Objects
extension NSManagedObjectContext {
  @discardableResult
  func make(_ entity: String, _ values: KeyValuePairs<String, Any?> = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    object.set(values)
    return object
  }

  /// The objects of an entity, sorted by a property.
  func all(_ entity: String, by key: String) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return try fetch(request)
  }

  func first(_ entity: String, _ format: String, _ arguments: Any...) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: format, argumentArray: arguments)
    return try #require(try fetch(request).first)
  }

  func count(_ entity: String) throws -> Int {
    try count(for: NSFetchRequest<NSManagedObject>(entityName: entity))
  }
}

extension NSManagedObject {
  func set(_ values: KeyValuePairs<String, Any?>) {
    for (key, value) in values { setValue(value, forKey: key) }
  }

  func ordered(_ key: String) -> NSMutableOrderedSet { mutableOrderedSetValue(forKey: key) }

  func members(_ key: String) -> NSMutableSet { mutableSetValue(forKey: key) }
}

/// An identifier that repeats one digit.
func fixed(_ digit: Character) -> UUID? {
  UUID(uuidString: "00000000-0000-4000-8000-000000000000".replacing("0", with: String(digit)))
}

/// A fixed time in 2023, with an offset in seconds.
func moment(_ seconds: Double) -> Date {
  Date(timeIntervalSinceReferenceDate: 700_000_000 + seconds)
}
