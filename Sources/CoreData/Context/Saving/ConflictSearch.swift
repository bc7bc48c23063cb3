import Foundation

/// Finds the objects among those to be saved whose rows others have changed meanwhile.
struct ConflictSearch {
  private let coordinator: NSPersistentStoreCoordinator

  init(_ coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
  }

  /// The conflicts of what is about to be saved.
  func conflicts(in changes: SavedObjects) throws -> [NSMergeConflict] {
    var conflicts: [NSMergeConflict] = []
    for objects in [changes.updated, changes.deleted, changes.watched] {
      for object in objects {
        if let conflict = try conflict(of: object) { conflicts.append(conflict) }
      }
    }
    return conflicts
  }

  private func conflict(of object: NSManagedObject) throws -> NSMergeConflict? {
    // Of a fault nobody has seen anything that could have been changed.
    guard let base = object.baseRow,
      let open = coordinator.openStore(number: object.reference.store)
    else { return nil }
    let stored = try open.adapter.row(for: object.reference, of: object.shape)
    if stored === base { return nil }
    if let stored, stored.version <= base.version { return nil }
    return NSMergeConflict(of: object, cached: stored, in: coordinator)
  }
}
