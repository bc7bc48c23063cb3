import Foundation
import ObjectRows

/// Finds the objects to be saved whose rows others have changed meanwhile.
struct ConflictSearch {
  private let coordinator: NSPersistentStoreCoordinator

  init(_ coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
  }

  /// The conflicts of what is about to be saved.
  func conflicts(in changes: SavedObjects) throws -> [NSMergeConflict] {
    var conflicts: [NSMergeConflict] = []
    try addConflicts(of: changes.updated, to: &conflicts)
    try addConflicts(of: changes.deleted, to: &conflicts)
    try addConflicts(of: changes.watched, to: &conflicts)
    var gone: Set<NSManagedObject> = []
    try changes.checkWrittenEnds { object, index, end in
      guard try isGone(end, at: index, of: object) else { return true }
      if gone.insert(end).inserted {
        conflicts.append(NSMergeConflict(of: end, cached: nil, in: coordinator))
      }
      return false
    }
    return conflicts
  }

  private func addConflicts(
    of objects: [NSManagedObject],
    to conflicts: inout [NSMergeConflict]
  ) throws {
    var adapter: (any StoreAdapter)?
    var store = 0
    try objects.forEachUnretained { object in
      if object.isBasedOnLatestRow { return }
      if adapter == nil || object.reference.store != store {
        store = object.reference.store
        adapter = coordinator.adapter(ofStore: store)
      }
      if let adapter, let conflict = try conflict(of: object, in: adapter) {
        conflicts.append(conflict)
      }
    }
  }

  /// Turns insertions of deleted objects into updates if others have inserted them again meanwhile.
  ///
  /// Returns whether there were any.
  func takeForUpdates(_ insertions: [NSManagedObject]) throws -> Bool {
    var hasNews = false
    for object in insertions where object.isInsertedAgain {
      let adapter = coordinator.adapter(ofStore: object.reference.store)
      guard try adapter?.row(for: object.reference, of: object.shape) != nil else { continue }
      object.becomeUpdate()
      hasNews = true
    }
    return hasNews
  }

  /// Whether others have deleted the destination of a relationship.
  ///
  /// It has no changes itself if its own end was known to lead here before.
  private func isGone(
    _ end: NSManagedObject,
    at index: Int,
    of object: NSManagedObject
  ) throws -> Bool {
    guard !end.hasChanges, object.shape.slots[index].inverse != nil,
      end.context != nil, end.state.contains(.isStored),
      let adapter = coordinator.adapter(ofStore: end.reference.store)
    else { return false }
    return try adapter.row(for: end.reference, of: end.shape) == nil
  }

  private func conflict(
    of object: NSManagedObject,
    in adapter: any StoreAdapter
  ) throws -> NSMergeConflict? {
    // A fault has no values that were seen before the change.
    guard let base = object.baseRow else { return nil }
    let stored = try adapter.row(for: object.reference, of: object.shape)
    if stored === base { return nil }
    if let stored, stored.version <= base.version { return nil }
    if stored == nil, object.isDeleted { return nil }
    // Another program has saved if the row is newer than the one that was known when this save began.
    let former = (adapter as? any SaveTransacting)?.formerRow(for: object.reference)
    if let stored, let former, former.version < stored.version {
      return NSMergeConflict(of: object, cached: former, persisted: stored, in: coordinator)
    }
    return NSMergeConflict(of: object, cached: stored, in: coordinator)
  }
}

extension NSManagedObject {
  /// Turns an inserted object into one with a row, from which all its values differ.
  fileprivate final func becomeUpdate() {
    state.remove(.isInserted)
    state.formUnion([.isUpdated, .isStored])
    committed = shape.binding.makeRow()
    changed.formUnion(shape.rules.inRow)
  }

  /// Whether the base row of changes is the latest known one of the object.
  fileprivate final var isBasedOnLatestRow: Bool {
    unretainedCommittedRow?._withUnsafeGuaranteedRef { $0.isCurrent } == true
  }
}
