import Foundation
import ObjectRows

/// Writes what is to be saved to the stores that the objects are in: to all of them, or to none as far as that
/// can be had.
struct StoreWriter {
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// The changes for one store.
  private struct Part {
    let open: OpenStore
    var changes: StoreChanges
  }

  /// Writes; if that throws, nothing was written unless the error is `NSPersistentStoreIncompleteSaveError`.
  func write(_ saved: SavedObjects) throws {
    let parts = try parts(of: saved)
    for part in parts where part.open.store.isReadOnly && !part.changes.isEmpty {
      throw StoreFailure.readOnly(part.open.store)
    }
    if coordinator.openStores.count > 1 {
      try ExternalRelationships(saved).check()
      try together(parts)
    } else {
      for part in parts { try part.open.adapter.save(part.changes) }
    }
    for part in parts {
      part.open.store.hasUnsavedMetadata = false
      if !part.changes.isEmpty { StoreChangeRelay.signalChange(of: part.open.store) }
    }
  }

  private func parts(of saved: SavedObjects) throws -> [Part] {
    var parts = coordinator.openStores.map { open in
      Part(open: open, changes: StoreChanges(to: open.adapter, of: context))
    }
    func position(of object: NSManagedObject) throws -> Int {
      if parts.count == 1, parts[0].open.number == object.reference.store { return 0 }
      let store = object.reference.store
      if let position = parts.firstIndex(where: { $0.open.number == store }) { return position }
      throw NSError.coreData(
        NSPersistentStoreSaveError,
        [
          NSLocalizedFailureReasonErrorKey:
            "Object's persistent store is not reachable from this context's coordinator.",
          NSAffectedObjectsErrorKey: [object],
        ]
      )
    }
    if parts.count == 1 {
      for objects in [saved.inserted, saved.updated, saved.deleted] {
        try objects.forEachUnretained { _ = try position(of: $0) }
      }
      try parts[0].changes.insert(saved.inserted)
      try parts[0].changes.update(saved.updated)
      parts[0].changes.delete(saved.deleted)
    } else {
      for object in saved.inserted { try parts[position(of: object)].changes.insert([object]) }
      for object in saved.updated { try parts[position(of: object)].changes.update([object]) }
      for object in saved.deleted { try parts[position(of: object)].changes.delete([object]) }
    }
    return parts.filter { !$0.changes.isEmpty || $0.open.store.hasUnsavedMetadata }
  }

  /// Lets several stores write what they can still take back, and then make it last.
  private func together(_ parts: [Part]) throws {
    var prepared: [(store: NSPersistentStore, save: any PreparedSave)] = []
    var done: [NSPersistentStore] = []
    do {
      var others: [Part] = []
      for part in parts {
        if let save = try part.open.adapter.prepareSave(part.changes) {
          prepared.append((part.open.store, save))
        } else {
          others.append(part)
        }
      }
      for part in others {
        try part.open.adapter.save(part.changes)
        done.append(part.open.store)
      }
      while let next = prepared.first {
        try next.save.commit()
        prepared.removeFirst()
        done.append(next.store)
      }
    } catch {
      for entry in prepared.reversed() { entry.save.takeBack() }
      if done.isEmpty { throw error }
      throw NSError.coreData(
        NSPersistentStoreIncompleteSaveError,
        [NSAffectedStoresErrorKey: done, NSUnderlyingErrorKey: error as NSError]
      )
    }
  }
}
