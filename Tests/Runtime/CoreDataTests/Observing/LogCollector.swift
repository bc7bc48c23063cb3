import CoreData
import EveryStore
import Foundation
import Synchronization
import Testing

/// Collects the log messages of a process, for tests in a process of their own.
enum LogCollector {
  private static let taken = Mutex<[CoreDataLog.Message]>([])

  static func start() {
    CoreDataLog.handler = { message in taken.withLock { $0.append(message) } }
  }

  /// All messages so far, in order.
  static var messages: [CoreDataLog.Message] {
    CoreDataLog.flush()
    return taken.withLock { $0 }
  }

  static func messages(_ category: CoreDataLog.Category) -> [CoreDataLog.Message] {
    messages.filter { $0.category == category }
  }

  /// All texts and fields of the messages.
  static var words: String {
    messages.map { "\($0.text) \($0.fields)" }.joined(separator: "\n")
  }

  /// A model with an entity `Note`, with a mandatory text.
  static func model(className: String = "NSManagedObject", hasDate: Bool = false)
    -> NSManagedObjectModel
  {
    let text = NSAttributeDescription()
    text.name = "text"
    text.type = .string
    text.isOptional = false
    text.setValidationPredicates(
      [NSPredicate(format: "SELF != %@", "secret-word")],
      withValidationWarnings: ["not this one"]
    )
    let entity = NSEntityDescription()
    entity.name = "Note"
    entity.managedObjectClassName = className
    entity.properties = [text]
    if hasDate {
      let date = NSAttributeDescription()
      date.name = "date"
      date.type = .date
      date.isOptional = true
      entity.properties.append(date)
    }
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  @discardableResult
  static func note(_ text: String?, in context: NSManagedObjectContext) -> NSManagedObject {
    let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    note.setValue(text, forKey: "text")
    return note
  }
}

/// The location of a store of the test's kind, for the processes that the test starts.
struct LoggedPlace: Codable, Sendable {
  let kind: StoreKind
  let url: URL

  init(_ name: String = "store") throws {
    let run = try #require(StoreRun.current)
    kind = run.kind
    url = try run.place(name)
  }

  /// A context of a coordinator of its own with the store, migrated if necessary.
  func context(
    _ model: NSManagedObjectModel = LogCollector.model(),
    options: [AnyHashable: Any] = [:]
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try add(to: coordinator, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @discardableResult
  func add(
    to coordinator: NSPersistentStoreCoordinator,
    options: [AnyHashable: Any] = [:]
  ) throws -> NSPersistentStore {
    try coordinator.addPersistentStore(
      type: kind.type,
      at: url,
      options: kind.options(Versions.migrating.merging(options) { $1 })
    )
  }
}
