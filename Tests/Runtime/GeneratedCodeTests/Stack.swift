import CoreData
import Foundation

/// A model with an in-memory store, and contexts that live as long as it does.
final class Stack {
  /// The context that tests change things in.
  let context: NSManagedObjectContext

  private let coordinator: NSPersistentStoreCoordinator
  private var readers: [NSManagedObjectContext] = []

  init(_ original: NSManagedObjectModel) throws {
    // Tests set only the properties they are about; other mandatory ones are made optional.
    let model = original.copy() as? NSManagedObjectModel ?? original
    for property in model.entities.flatMap(\.properties) {
      property.isOptional = true
      property.setValidationPredicates([], withValidationWarnings: [])
    }
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// Saves, and fetches an object in another context.
  func reread<Object: NSManagedObject>(_ object: Object) throws -> Object? {
    try context.save()
    let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    reader.persistentStoreCoordinator = coordinator
    readers.append(reader)
    return reader.object(with: object.objectID) as? Object
  }
}
