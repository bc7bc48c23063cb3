import CoreData
import Foundation

/// Returns the time of some work in milliseconds: the least of some rounds.
package func milliseconds(
  rounds: Int = 1,
  _ work: () throws -> Void
) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = ContinuousClock.now
    try work()
    best = min(best, (ContinuousClock.now - start) / .milliseconds(1))
  }
  return best
}

/// A context over an empty store in memory, of a model with one entity.
///
/// - Parameters:
///   - entityName: The name of the entity.
///   - className: The class of its objects.
///   - attributes: Its attributes, all of them optional.
/// - Returns: The context.
/// - Throws: The error of creating the store.
package func makeContext(
  _ entityName: String,
  className: String,
  _ attributes: [(String, NSAttributeDescription.AttributeType)]
) throws -> NSManagedObjectContext {
  let entity = NSEntityDescription()
  entity.name = entityName
  entity.managedObjectClassName = className
  entity.properties = attributes.map { name, type in
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = true
    return attribute
  }
  let model = NSManagedObjectModel()
  model.entities = [entity]
  let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
  try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
  let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  context.persistentStoreCoordinator = coordinator
  return context
}
