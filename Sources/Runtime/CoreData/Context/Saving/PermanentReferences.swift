import Foundation
import ObjectRows

/// Assigns permanent references to new objects, and can revoke them.
struct PermanentReferences {
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator
  /// The objects that were given references, and their previous references.
  private var objects: [NSManagedObject] = []
  private var before: [Reference] = []

  init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// Assigns references to the new objects among the given ones.
  mutating func obtain(for objects: [NSManagedObject]) throws {
    guard objects.contains(where: isFresh) else { return }
    let fresh = objects.allSatisfy(isFresh) ? objects : objects.filter(isFresh)
    let stores = coordinator.openStores
    if stores.count == 1 {
      try confirmPlaces(of: fresh)
      try obtain(for: fresh, from: stores[0])
    } else {
      for (open, objects) in try grouped(fresh) { try obtain(for: objects, from: open) }
    }
    context.renewReferences(of: context.tracked)
  }

  private mutating func obtain(for fresh: [NSManagedObject], from open: OpenStore) throws {
    let references = try open.adapter.permanentReferences(for: fresh)
    if objects.isEmpty {
      before = fresh.map(\.reference)
      objects = fresh
    } else {
      before += fresh.map(\.reference)
      objects += fresh
    }
    context.rename(fresh, to: references)
  }

  private func isFresh(_ object: NSManagedObject) -> Bool {
    object.reference.isTemporary && object.isRegistered(in: context)
  }

  /// Revokes all of them.
  mutating func takeBack() {
    guard !objects.isEmpty else { return }
    for (object, before) in zip(objects, before) where object.isRegistered(in: context) {
      context.rename(object, to: before)
    }
    context.renewReferences(of: context.tracked)
    objects = []
    before = []
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
    // Objects of one entity that were not assigned to a store all go into the same.
    var last: (shape: EntityShape, position: Int)?
    for object in objects {
      if let last, last.shape === object.shape, object.rareState?.assignedStore == nil {
        groups[last.position].1.append(object)
        continue
      }
      let position = try position(for: object)
      groups[position].1.append(object)
      last = object.rareState?.assignedStore == nil ? (object.shape, position) : nil
    }
    return groups.filter { !$0.1.isEmpty }
  }

  /// Throws if there is an object that has no store.
  private func confirmPlaces(of objects: [NSManagedObject]) throws {
    var last: EntityShape?
    for object in objects where object.shape !== last || object.rareState?.assignedStore != nil {
      _ = try position(for: object)
      last = object.shape
    }
  }

  /// The index of an object's store: the one that it was assigned to, or the first that may hold it.
  private func position(for object: NSManagedObject) throws -> Int {
    let number = object.shape.number
    let stores = coordinator.openStores
    if let assigned = object.rareState?.assignedStore {
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
