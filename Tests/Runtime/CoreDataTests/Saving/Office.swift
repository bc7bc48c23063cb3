import CoreData
import EveryStore
import Foundation

/// An object whose hooks a test fills in.
final class HookedObject: NSManagedObject {
  var log: [String] = []
  var onWillSave: ((HookedObject) -> Void)?
  var onDidSave: ((HookedObject) -> Void)?
  var onPrepareForDeletion: ((HookedObject) -> Void)?
  var onValidate: ((AutoreleasingUnsafeMutablePointer<AnyObject?>, String) throws -> Void)?
  var snapshotEvents: [NSSnapshotEventType] = []

  override func willSave() {
    super.willSave()
    log.append("willSave")
    onWillSave?(self)
  }

  override func didSave() {
    super.didSave()
    log.append("didSave")
    onDidSave?(self)
  }

  override func prepareForDeletion() {
    super.prepareForDeletion()
    onPrepareForDeletion?(self)
  }

  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    snapshotEvents.append(flags)
  }

  override func validateForInsert() throws {
    log.append("validateForInsert")
    try super.validateForInsert()
  }

  override func validateForUpdate() throws {
    log.append("validateForUpdate")
    try super.validateForUpdate()
  }

  override func validateForDelete() throws {
    log.append("validateForDelete")
    try super.validateForDelete()
  }

  override func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>,
    forKey key: String
  ) throws {
    try super.validateValue(value, forKey: key)
    try onValidate?(value, key)
  }
}

/// A model made in code for one test, with contexts and helpers.
final class Office {
  let model = NSManagedObjectModel()
  private(set) var coordinator: NSPersistentStoreCoordinator?

  /// The name of the store.
  private let name = "office-\(UUID().uuidString.prefix(8).lowercased())"

  /// Objects do not retain their contexts.
  private var contexts: [NSManagedObjectContext] = []

  /// Adds an entity, with its properties.
  @discardableResult
  func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "HookedObject"
    entity.properties = properties
    model.entities.append(entity)
    return entity
  }

  static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType = .string,
    optional: Bool = true,
    default value: Any? = nil,
    transient: Bool = false,
    rules: [NSPredicate] = [],
    warnings: [String] = []
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = optional
    attribute.defaultValue = value
    attribute.isTransient = transient
    attribute.setValidationPredicates(rules, withValidationWarnings: warnings)
    return attribute
  }

  /// Adds a relationship and its inverse.
  @discardableResult
  func relate(
    _ left: NSEntityDescription,
    _ name: String,
    _ leftCount: ClosedRange<Int>,
    _ right: NSEntityDescription,
    _ inverse: String,
    _ rightCount: ClosedRange<Int>,
    rule: NSDeleteRule = .nullifyDeleteRule
  ) -> (there: NSRelationshipDescription, back: NSRelationshipDescription) {
    let there = Self.relationship(name, to: right, leftCount)
    let back = Self.relationship(inverse, to: left, rightCount)
    there.inverseRelationship = back
    back.inverseRelationship = there
    there.deleteRule = rule
    left.properties.append(there)
    right.properties.append(back)
    return (there, back)
  }

  static func relationship(
    _ name: String,
    to destination: NSEntityDescription,
    _ count: ClosedRange<Int>
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.minCount = count.lowerBound
    relationship.maxCount = count.upperBound == .max ? 0 : count.upperBound
    relationship.isOptional = true
    return relationship
  }

  /// Opens a store of the test's kind, once.
  @discardableResult
  func open() throws -> NSPersistentStoreCoordinator {
    if let coordinator { return coordinator }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore(name)
    self.coordinator = coordinator
    return coordinator
  }

  /// A context of the store.
  func context(_ policy: NSMergePolicy = .error) throws -> NSManagedObjectContext {
    try context(policy, of: open())
  }

  /// A context of a coordinator of its own with the same store, like another program.
  func contextOfAnotherProgram(_ policy: NSMergePolicy = .error) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore(name)
    return try context(policy, of: coordinator)
  }

  /// Runs a closure with a context of another coordinator, which is closed afterwards.
  func asAnotherProgram<Result>(
    _ body: (NSManagedObjectContext) throws -> Result
  ) throws -> Result {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.openTestedStore(name)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let result = try body(context)
    try coordinator.remove(store)
    return result
  }

  private func context(
    _ policy: NSMergePolicy,
    of coordinator: NSPersistentStoreCoordinator
  ) throws -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.mergePolicy = policy
    contexts.append(context)
    return context
  }
}

extension NSManagedObjectContext {
  /// Inserts an object with values.
  @discardableResult
  func insert(_ entity: String, _ values: [String: Any] = [:]) throws -> HookedObject {
    guard let description = persistentStoreCoordinator?.managedObjectModel.entitiesByName[entity],
      let object = NSManagedObject(entity: description, insertInto: nil) as? HookedObject
        ?? HookedObject(entity: description, insertInto: nil) as HookedObject?
    else { throw CocoaError(.featureUnsupported) }
    insert(object)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      object.setValue(value, forKey: key)
    }
    return object
  }

  /// The same object in this context.
  func same(_ object: NSManagedObject) throws -> HookedObject {
    guard let found = try existingObject(with: object.objectID) as? HookedObject else {
      throw CocoaError(.featureUnsupported)
    }
    return found
  }

  /// Returns the number of objects of an entity in the store.
  func storedCount(_ entity: String) throws -> Int {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.includesPendingChanges = false
    return try fetch(request).count
  }
}

/// The error that a closure throws.
func failure(of call: () throws -> Void) -> NSError? {
  do {
    try call()
    return nil
  } catch {
    return error as NSError
  }
}

extension NSError {
  var details: [NSError] { userInfo[NSDetailedErrorsKey] as? [NSError] ?? [] }
  var conflicts: [Any] { userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Any] ?? [] }
  var key: String? { userInfo[NSValidationKeyErrorKey] as? String }
}
