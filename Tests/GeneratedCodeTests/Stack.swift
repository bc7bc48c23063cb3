import CoreData
import Foundation

/// A context over a store in memory, of a model that is built in code.
func makeContext(_ model: NSManagedObjectModel) throws -> NSManagedObjectContext {
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
  return makeContext(coordinator)
}

/// Another context of the same coordinator.
func makeContext(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
  let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  context.persistentStoreCoordinator = coordinator
  return context
}

/// The same object in another context of its coordinator, read from the store.
func reread<Object: NSManagedObject>(_ object: Object) throws -> Object? {
  let coordinator = object.managedObjectContext?.persistentStoreCoordinator
  try object.managedObjectContext?.save()
  return coordinator.map { makeContext($0) }?.object(with: object.objectID) as? Object
}
