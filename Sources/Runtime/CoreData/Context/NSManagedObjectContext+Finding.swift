import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// The object with an ID: a fault if it does not exist yet, whether or not there is such an object.
  final func knownObject(with objectID: NSManagedObjectID) -> NSManagedObject {
    let reference = reference(of: objectID)
    if let object = identity[reference] { return object }
    return makeFault(reference, of: shape(of: objectID))
  }

  /// The object with an ID, with its values.
  ///
  /// Throws if there is no such object (`NSManagedObjectReferentialIntegrityError`).
  final func confirmedObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    let reference = reference(of: objectID)
    if let object = identity[reference], !object.isFault {
      if !object.state.contains(.isInaccessible) { return object }
    } else if let row = try source?.row(for: reference, of: shape(of: objectID)) {
      let object = identity[reference] ?? makeFault(reference, of: shape(of: objectID))
      if object.isFault { object.fill(with: row) }
      return object
    }
    throw NSError.coreData(
      NSManagedObjectReferentialIntegrityError,
      [NSAffectedObjectsErrorKey: [objectID]]
    )
  }

  /// The shape of an ID's entity in the model of this context.
  private func shape(of objectID: NSManagedObjectID) -> EntityShape {
    if let shape = objectID.entity.settledShape, let coordinator = rootCoordinator,
      coordinator.shape(number: shape.number) === shape
    {
      return shape
    }
    let name = objectID.entity.name
    return rootCoordinator?.shapes.first { $0.name == name } ?? objectID.entity.shape
  }

  /// Gives new objects the IDs that they will be saved with.
  final func givePermanentIDs(to objects: [NSManagedObject]) throws {
    guard let coordinator = rootCoordinator else { return }
    var seen = Set<ObjectIdentifier>(minimumCapacity: objects.count)
    let objects = objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
    try obtainPermanentIDsOfTwins(of: objects)
    try coordinator.lock.withLock {
      try SaveOperation(self, to: coordinator).obtainPermanentReferences(for: objects)
    }
    publishReferences()
  }

  /// Says into which store a new object goes.
  final func choose(_ store: NSPersistentStore, for object: Any) {
    guard let object = object as? NSManagedObject else { return }
    precondition(
      !object.state.contains(.isStored),
      "Can't reassign an object to a different store once it has been saved."
    )
    object.needExtra().assignedStore = store
  }

  /// Lets the next save find out whether an object was changed elsewhere, though it was not changed here.
  final func watchForConflicts(of object: NSManagedObject) {
    object.state.insert(.wantsConflictCheck)
    list(object)
  }
}
