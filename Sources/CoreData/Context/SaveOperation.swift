import Foundation

/// Writes the changes of a context to the stores of its coordinator.
struct SaveOperation {
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ context: NSManagedObjectContext, to coordinator: NSPersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// Writes everything, or nothing and throws.
  func run() throws {
    try coordinator.lock.withLock {
      try obtainPermanentReferences(for: context.listed.filter(\.isInserted))
      for open in coordinator.openStores {
        let changes = changes(for: open)
        guard !changes.isEmpty || open.store.hasUnsavedMetadata else { continue }
        try open.adapter.save(changes)
        open.store.hasUnsavedMetadata = false
      }
    }
  }

  /// Gives new objects their stores, and the references by which they are known there.
  func obtainPermanentReferences(for objects: [NSManagedObject]) throws {
    let fresh = objects.filter(\.reference.isTemporary)
    let byStore = Dictionary(grouping: fresh) { store(for: $0)?.number ?? 0 }
    for (number, objects) in byStore.sorted(by: { $0.key < $1.key }) {
      guard let open = coordinator.openStore(number: number) else {
        throw CocoaError(CocoaError.Code(rawValue: 134030))
      }
      for (object, reference) in zip(objects, try open.adapter.permanentReferences(for: objects)) {
        context.rename(object, to: reference)
      }
    }
    for object in context.listed { object.renewReferences() }
  }

  /// The store for a new object: the one it was assigned to, or the first that may hold it.
  private func store(for object: NSManagedObject) -> OpenStore? {
    if let assigned = object.extra?.assignedStore {
      return coordinator.openStores.first { $0.store === assigned }
    }
    return coordinator.openStores.first {
      !$0.store.isReadOnly && $0.entities.contains(object.shape.number)
    }
  }

  private func changes(for open: OpenStore) -> StoreChanges {
    var changes = StoreChanges(context: context)
    for object in context.listed where object.reference.store == open.number {
      if object.isDeleted {
        if object.state.contains(.isStored) { changes.deleted.append(object) }
      } else if object.isInserted {
        changes.inserted.append(object)
      } else if object.isUpdated {
        changes.updated.append(object)
      }
    }
    return changes
  }
}

extension NSManagedObject {
  /// Writes into the row the references that the objects at the other ends of to-one relationships have now.
  final func renewReferences() {
    guard let row else { return }
    for index in shape.relationships {
      guard case .toOne(let object) = relatedSlot(index) else { continue }
      let reference = object?.reference ?? .none
      if row.value(at: index).reference != reference, state.contains(.ownsRow) {
        row.setValue(.reference(reference), at: index)
      }
    }
  }
}
