import Foundation

/// Gives new objects the references by which their stores will know them, and can take them back.
final class PermanentReferences {
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator
  private var given: [(object: NSManagedObject, before: Reference)] = []

  init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// Gives references to the new objects among some.
  func obtain(for objects: [NSManagedObject]) throws {
    let fresh = objects.filter { $0.reference.isTemporary && $0.context === context }
    guard !fresh.isEmpty else { return }
    for (open, objects) in try grouped(fresh) {
      let references = try open.adapter.permanentReferences(for: objects)
      given.reserveCapacity(given.count + objects.count)
      for (object, reference) in zip(objects, references) {
        given.append((object, object.reference))
        context.rename(object, to: reference)
      }
    }
    for object in context.listed { object.renewReferences() }
  }

  /// Takes all of them back.
  func takeBack() {
    guard !given.isEmpty else { return }
    for (object, before) in given where object.context === context {
      context.rename(object, to: before)
    }
    for object in context.listed { object.renewReferences() }
    given = []
  }

  /// The objects by the stores that they go to, in the order of the stores.
  private func grouped(_ objects: [NSManagedObject]) throws -> [(OpenStore, [NSManagedObject])] {
    guard !coordinator.openStores.isEmpty else {
      throw failure(
        "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save operation.",
        objects
      )
    }
    var groups = coordinator.openStores.map { ($0, [NSManagedObject]()) }
    // Of objects of one entity that were not assigned to a store all go into the same.
    var last: (shape: EntityShape, position: Int)?
    for object in objects {
      if let last, last.shape === object.shape, object.extra?.assignedStore == nil {
        groups[last.position].1.append(object)
        continue
      }
      let position = try position(for: object)
      groups[position].1.append(object)
      last = object.extra?.assignedStore == nil ? (object.shape, position) : nil
    }
    return groups.filter { !$0.1.isEmpty }
  }

  /// The place of an object's store: the one it was assigned to, or the first that may hold it.
  private func position(for object: NSManagedObject) throws -> Int {
    let number = object.shape.number
    let stores = coordinator.openStores
    if let assigned = object.extra?.assignedStore {
      if let position = stores.firstIndex(where: { $0.store === assigned }),
        stores[position].entities.contains(number)
      {
        return position
      }
      throw failure(
        "Can't assign an object to a store that does not contain the object's entity.",
        [object]
      )
    }
    let position = stores.firstIndex { !$0.store.isReadOnly && $0.entities.contains(number) }
    if let position { return position }
    if let closed = stores.first(where: { $0.entities.contains(number) }) {
      throw StoreFailure.readOnly(closed.store)
    }
    throw failure(
      "Can't save an object of the entity \(object.shape.name): no open store contains the entity.",
      [object]
    )
  }

  private func failure(_ reason: String, _ objects: [NSManagedObject]) -> NSError {
    .coreData(
      NSPersistentStoreSaveError,
      [NSLocalizedFailureReasonErrorKey: reason, NSAffectedObjectsErrorKey: objects]
    )
  }
}

extension NSManagedObject {
  /// Writes into the row the references that the objects at the other ends of to-one relationships have now.
  final func renewReferences() {
    guard let row, let related else { return }
    for index in shape.rules.toOne {
      guard let place = shape.binding.relatedSlots[index],
        case .toOne(let object) = related.slots[place]
      else { continue }
      let known = row.value(at: index).reference
      let reference = object?.reference ?? .none
      // A row that others share has no temporary references, and none that could change.
      if known != reference, state.contains(.ownsRow) || known.isTemporary {
        row.setValue(.reference(reference), at: index)
      }
    }
  }
}
