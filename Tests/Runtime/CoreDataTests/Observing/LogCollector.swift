import CoreData
import Foundation
import Synchronization

/// Takes the messages of a process, for tests that run in one of their own.
enum LogCollector {
  private static let taken = Mutex<[CoreDataLog.Message]>([])

  static func start() {
    CoreDataLog.handler = { message in taken.withLock { $0.append(message) } }
  }

  /// All messages so far, in their order.
  static var messages: [CoreDataLog.Message] {
    CoreDataLog.flush()
    return taken.withLock { $0 }
  }

  static func messages(_ category: CoreDataLog.Category) -> [CoreDataLog.Message] {
    messages.filter { $0.category == category }
  }

  /// Everything that is said in texts and fields.
  static var words: String {
    messages.map { "\($0.text) \($0.fields)" }.joined(separator: "\n")
  }

  /// A model with an entity `Note`, whose text is mandatory.
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

  static func context(_ url: URL, _ model: NSManagedObjectModel = model()) throws
    -> NSManagedObjectContext
  {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: .sqlite,
      at: url,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ]
    )
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @discardableResult
  static func note(_ text: String?, in context: NSManagedObjectContext) -> NSManagedObject {
    let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    note.setValue(text, forKey: "text")
    return note
  }
}
