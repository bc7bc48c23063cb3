import Foundation
import ObjectRows

/// Writes the changes to the stores of the objects: to all of them, or to none as far as possible.
struct StoreWriter {
  private let context: NSManagedObjectContext
  private let coordinator: NSPersistentStoreCoordinator

  init(_ context: NSManagedObjectContext, _ coordinator: NSPersistentStoreCoordinator) {
    self.context = context
    self.coordinator = coordinator
  }

  /// Writes; if it throws, nothing was written unless the error is `NSPersistentStoreIncompleteSaveError`.
  func write(_ saved: SavedObjects) throws {
    let stores = coordinator.openStores
    guard stores.count > 1 else {
      guard let open = stores.first else { return try requireReachable(saved) { _ in false } }
      return try write(saved, to: open)
    }
    let parts = try parts(of: saved)
    for part in parts { try requireWritable(part.open, part.changes) }
    try ExternalRelationships(saved).check()
    try together(parts)
    for part in parts { finish(part.open, part.changes) }
  }

  /// Writes to the only store, as in most programs: none of the changes are copied.
  private func write(_ saved: SavedObjects, to open: OpenStore) throws {
    try requireReachable(saved) { $0 == open.number }
    let changes = StoreChanges(to: open.adapter, of: context)
    try changes.insert(saved.inserted)
    try changes.update(saved.updated)
    changes.delete(saved.deleted)
    if changes.isEmpty, !open.store.hasUnsavedMetadata { return }
    try requireWritable(open, changes)
    try open.adapter.save(changes)
    finish(open, changes)
  }

  /// Throws unless all objects are in stores that are open.
  private func requireReachable(_ saved: SavedObjects, _ isOpen: (Int) -> Bool) throws {
    func check(_ objects: [NSManagedObject]) throws {
      try objects.forEachUnretained {
        if !isOpen($0.reference.store) { throw Self.unreachable($0) }
      }
    }
    try check(saved.inserted)
    try check(saved.updated)
    try check(saved.deleted)
  }

  private func requireWritable(_ open: OpenStore, _ changes: StoreChanges) throws {
    if open.store.isReadOnly, !changes.isEmpty { throw StoreFailure.readOnly(open.store) }
  }

  private func finish(_ open: OpenStore, _ changes: StoreChanges) {
    open.store.hasUnsavedMetadata = false
    if !changes.isEmpty { StoreChangeRelay.signalChange(of: open.store) }
  }

  private static func unreachable(_ object: NSManagedObject) -> NSError {
    NSError.coreData(
      NSPersistentStoreSaveError,
      [
        NSLocalizedFailureReasonErrorKey:
          "Object's persistent store is not reachable from this context's coordinator.",
        NSAffectedObjectsErrorKey: [object],
      ]
    )
  }

  // MARK: Several stores

  /// The changes for one store.
  private struct Part {
    let open: OpenStore
    let changes: StoreChanges
  }

  private func parts(of saved: SavedObjects) throws -> [Part] {
    let parts = coordinator.openStores.map { open in
      Part(open: open, changes: StoreChanges(to: open.adapter, of: context))
    }
    func position(of object: NSManagedObject) throws -> Int {
      let store = object.reference.store
      if let position = parts.firstIndex(where: { $0.open.number == store }) { return position }
      throw Self.unreachable(object)
    }
    for object in saved.inserted { try parts[position(of: object)].changes.insert([object]) }
    for object in saved.updated { try parts[position(of: object)].changes.update([object]) }
    for object in saved.deleted { try parts[position(of: object)].changes.delete([object]) }
    return parts.filter { !$0.changes.isEmpty || $0.open.store.hasUnsavedMetadata }
  }

  /// Writes to several stores in transactions that can be rolled back, and commits these last.
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
