import CoreData
import Foundation

// Extensions of Core Data's classes as libraries write them. That they compile without warnings is half of their
// purpose; the tests run them.

// MARK: Models in code

extension NSAttributeDescription {
  static func make(
    _ name: String,
    _ type: NSAttributeType,
    isOptional: Bool = true,
    configure: (NSAttributeDescription) -> Void = { _ in }
  ) -> Self {
    let attribute = Self()
    attribute.name = name
    attribute.type = AttributeType(rawValue: type.rawValue)
    attribute.isOptional = isOptional
    configure(attribute)
    return attribute
  }
}

extension NSEntityDescription {
  convenience init<Object: NSManagedObject>(for type: Object.Type, named name: String) {
    self.init()
    self.name = name
    managedObjectClassName = NSStringFromClass(type)
  }

  func add(_ attribute: NSAttributeDescription) { properties.append(attribute) }

  /// The entity's ancestors, the root first.
  var ancestors: [NSEntityDescription] {
    Array(sequence(first: self, next: \.superentity)).reversed()
  }
}

extension NSRelationshipDescription {
  static func connect(
    _ one: (entity: NSEntityDescription, name: String),
    toMany many: (entity: NSEntityDescription, name: String),
    ordered: Bool = false,
    deleting rule: NSDeleteRule = .nullifyDeleteRule
  ) {
    let there = NSRelationshipDescription()
    there.name = one.name
    there.destinationEntity = many.entity
    there.isOrdered = ordered
    there.deleteRule = rule
    (there.minCount, there.maxCount) = (0, 0)
    let back = NSRelationshipDescription()
    back.name = many.name
    back.destinationEntity = one.entity
    back.maxCount = 1
    back.inverseRelationship = there
    there.inverseRelationship = back
    one.entity.properties.append(there)
    many.entity.properties += [back]
  }
}

// MARK: Finding and making objects

extension NSFetchRequestResult where Self: NSManagedObject {
  static func newFetchRequest() -> NSFetchRequest<Self> {
    NSFetchRequest<Self>(entityName: entity().name ?? "")
  }

  static func objects(
    in context: NSManagedObjectContext,
    configure: (NSFetchRequest<Self>) -> Void = { _ in }
  ) throws -> [Self] {
    let request = newFetchRequest()
    configure(request)
    return try context.fetch(request)
  }

  static func count(in context: NSManagedObjectContext, where predicate: NSPredicate? = nil)
    throws -> Int
  {
    let request = newFetchRequest()
    request.predicate = predicate
    return try context.count(for: request)
  }

  static func inMemory(_ context: NSManagedObjectContext, where predicate: NSPredicate) -> Self? {
    for case let object as Self in context.registeredObjects where !object.isFault {
      if predicate.evaluate(with: object) { return object }
    }
    return nil
  }

  static func findOrCreate(
    in context: NSManagedObjectContext,
    where predicate: NSPredicate,
    in store: NSPersistentStore? = nil,
    configure: (Self) -> Void
  ) throws -> Self {
    if let known = inMemory(context, where: predicate) { return known }
    let found = try objects(in: context) { request in
      request.predicate = predicate
      request.fetchLimit = 1
      request.returnsObjectsAsFaults = false
    }
    if let first = found.first { return first }
    let made = Self(context: context)
    if let store { context.assign(made, to: store) }
    configure(made)
    return made
  }

  static func deleteAll(
    in context: NSManagedObjectContext,
    where predicate: NSPredicate = NSPredicate(value: true)
  ) throws {
    for object in try objects(
      in: context,
      configure: { request in
        request.includesPropertyValues = false
        request.predicate = predicate
      }
    ) { context.delete(object) }
  }

  static func batchDelete(
    in context: NSManagedObjectContext,
    resultType: NSBatchDeleteRequestResultType = .resultTypeCount
  ) throws -> NSBatchDeleteResult? {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity().name ?? "")
    let order = NSBatchDeleteRequest(fetchRequest: request)
    order.resultType = resultType
    return try context.execute(order) as? NSBatchDeleteResult
  }

  static func batchUpdate(in context: NSManagedObjectContext, set: [String: Any]) throws
    -> NSBatchUpdateResult?
  {
    let order = NSBatchUpdateRequest(entity: entity())
    order.resultType = .updatedObjectIDsResultType
    order.propertiesToUpdate = set
    order.includesSubentities = true
    order.predicate = NSPredicate(format: "%K != nil", "name")
    return try context.execute(order) as? NSBatchUpdateResult
  }
}

// MARK: Contexts

extension NSManagedObjectContext {
  /// The metadata of the first store.
  var firstMetadata: [String: Any]? {
    guard let coordinator = persistentStoreCoordinator,
      let store = coordinator.persistentStores.first
    else { return nil }
    return coordinator.metadata(for: store)
  }

  func saveOrRollBack() throws {
    do {
      if hasChanges { try save() }
    } catch {
      rollback()
      throw error
    }
  }

  func saveUpToTheStore() throws {
    try performAndWait { if hasChanges { try save() } }
    try parent?.saveUpToTheStore()
  }

  func child(_ type: NSManagedObjectContextConcurrencyType = .privateQueueConcurrencyType)
    -> NSManagedObjectContext
  {
    let child = NSManagedObjectContext(concurrencyType: type)
    child.parent = self
    return child
  }

  func performAndReturn<T>(_ work: (NSManagedObjectContext) throws -> T) rethrows -> T {
    try performAndWait { try work(self) }
  }
}

/// A typed notification.
struct SavedObjects {
  let notification: Notification

  init?(_ notification: Notification) {
    guard notification.name == NSManagedObjectContext.didSaveObjectsNotification else { return nil }
    self.notification = notification
  }

  var context: NSManagedObjectContext? { notification.object as? NSManagedObjectContext }
  var inserted: Set<NSManagedObject> { objects(.insertedObjects) }
  var updated: Set<NSManagedObject> { objects(.updatedObjects) }
  var deleted: Set<NSManagedObject> { objects(.deletedObjects) }

  private func objects(_ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObject> {
    notification.userInfo?[key.rawValue] as? Set<NSManagedObject> ?? []
  }
}

// MARK: Stacks

/// Builds containers whose stores are where a test wants them.
final class StackBuilder {
  private let name: String
  private let model: NSManagedObjectModel
  private var descriptions: [NSPersistentStoreDescription] = []
  private var policy: NSMergePolicy = .error

  init(_ name: String, _ model: NSManagedObjectModel) {
    (self.name, self.model) = (name, model)
  }

  func inMemory() -> Self {
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.type = NSInMemoryStoreType
    descriptions.append(description)
    return self
  }

  func sqlite(_ url: URL, readOnly: Bool = false) -> Self {
    let description = NSPersistentStoreDescription(url: url)
    description.shouldMigrateStoreAutomatically = true
    description.shouldInferMappingModelAutomatically = true
    description.isReadOnly = readOnly
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
    descriptions.append(description)
    return self
  }

  func merging(_ policy: NSMergePolicy) -> Self {
    self.policy = policy
    return self
  }

  func build() throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: name, managedObjectModel: model)
    container.persistentStoreDescriptions = descriptions
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = failure ?? error }
    if let failure { throw failure }
    container.viewContext.mergePolicy = policy
    container.viewContext.automaticallyMergesChangesFromParent = true
    return container
  }
}
