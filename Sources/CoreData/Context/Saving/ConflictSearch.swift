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
    var gone: Set<NSManagedObject> = []
    for object in changes.written {
      for index in object.shape.rules.toOne {
        guard let end = try goneEnd(of: object, at: index), gone.insert(end).inserted else {
          continue
        }
        conflicts.append(NSMergeConflict(of: end, cached: nil, in: coordinator))
      }
    }
    return conflicts
  }

  /// The object that a relationship leads to, if others have deleted it.
  ///
  /// It has no changes itself if its own end was known to lead here before.
  private func goneEnd(of object: NSManagedObject, at index: Int) throws -> NSManagedObject? {
    guard object.shape.slots[index].inverse != nil, object.writes(index),
      let end = object.relatedObject(at: index), !end.hasChanges,
      end.context != nil, end.state.contains(.isStored),
      let adapter = coordinator.adapter(ofStore: end.reference.store)
    else { return nil }
    return try adapter.row(for: end.reference, of: end.shape) == nil ? end : nil
  }

  private func conflict(of object: NSManagedObject) throws -> NSMergeConflict? {
    // Of a fault nobody has seen anything that could have been changed.
    guard let base = object.baseRow,
      let adapter = coordinator.adapter(ofStore: object.reference.store)
    else { return nil }
    let stored = try adapter.row(for: object.reference, of: object.shape)
    if stored === base { return nil }
    if let stored, stored.version <= base.version { return nil }
    if stored == nil, object.isDeleted { return nil }
    return NSMergeConflict(of: object, cached: stored, in: coordinator)
  }
}
