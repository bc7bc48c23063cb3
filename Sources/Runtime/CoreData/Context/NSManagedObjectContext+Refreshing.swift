import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Updates an object's values from the store.
  ///
  /// With `mergeChanges` unsaved changes are applied to the new values; without, the object becomes a fault and its
  /// changes are lost.
  final func refresh(_ object: NSManagedObject, keepingChanges flag: Bool) {
    confirmQueue()
    guard object.isRegistered(in: self), object.state.contains(.isStored) else { return }
    if flag {
      let version = object.baseRow?.version
      object.takeNewValues(try? freshRow(of: object))
      // Delete rules also apply to objects that others have connected with it meanwhile.
      if object.isDeleted, object.baseRow?.version != version {
        DeleteRules(object).follow(again: true)
      }
    } else {
      if object.hasChanges, object.hasChangedEnds { hasDiscardedEnds = true }
      object.rareState?.observers?.willChangeAll(object)
      object.state.subtract(.changes)
      object.state.remove(.awaitsDeletePropagation)
      object.turnIntoFault()
      object.rareState?.observers?.didChangeAll(object)
    }
    recordEvent(.wasRefreshed, of: object)
  }

  /// Refreshes all objects; those with changes keep them.
  ///
  /// Deleted ones are last: their delete rules depend on whether others lead back to them, by the newest values.
  final func refreshEverything() {
    for object in identity.objects where object.state.contains(.isStored) && !object.hasChanges {
      refresh(object, mergeChanges: false)
    }
    let changed = tracked.filter { $0.state.contains(.isStored) && $0.hasChanges }
    for object in changed where !object.isDeleted { refresh(object, mergeChanges: true) }
    for object in changed where object.isDeleted { refresh(object, mergeChanges: true) }
    processPendingChanges()
  }

  /// Removes all objects, and the undo actions.
  final func forgetEverything() {
    let objects = identity.objects
    let identifiers = objects.map(\.objectID)
    for object in objects { forgetEntirely(object) }
    tracked = []
    deletionsToPropagate = []
    hasDiscardedEnds = false
    pending = []
    mergedInsertions = []
    undoManager?.removeAllActions()
    advanceGeneration()
    guard !identifiers.isEmpty else { return }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextObjectsDidChange,
      object: self,
      userInfo: [NSInvalidatedAllObjectsKey: identifiers]
    )
  }

  /// Discards all changes: objects get the values that were last fetched or saved.
  final func dropChanges() {
    undoManager?.removeAllActions()
    // This rollback must not register undo.
    for object in pending { object.rareState?.endEvent() }
    var gone: [NSManagedObject] = []
    for object in tracked {
      object.state.remove([.isTracked, .awaitsDeletePropagation])
      if object.state.contains(.isStored) {
        let stored = object.isDeleted ? storedRow(of: object) : .unknown
        object.rollBack()
        switch stored {
        case .row(let row): object.catchUp(with: row)
        // A merged deletion of another context cannot be undone.
        case .gone: object.turnIntoFault()
        case .unknown: break
        }
        recordEvent(.wasRefreshed, of: object)
      } else if object.isRegistered(in: self), !object.state.contains(.wasInserted) {
        // Observers that were notified of the insertion must be notified of the removal.
        object.state.subtract(.changes)
        recordEvent(.wasDeleted, of: object)
        object.state.insert(.isDeleted)
        gone.append(object)
      } else {
        forgetEntirely(object)
      }
    }
    tracked = []
    deletionsToPropagate = []
    hasDiscardedEnds = false
    pending.removeAll { $0.context == nil }
    for object in pending { object.rareState?.endEvent() }
    processPendingChanges()
    for object in gone { forgetEntirely(object) }
  }

  /// Reads the current row of a saved object from the source.
  final func storedRow(of object: NSManagedObject) -> StoredRow {
    guard let source else { return .unknown }
    do {
      return try source.row(for: object.reference, of: object.shape).map { .row($0) } ?? .gone
    } catch {
      return .unknown
    }
  }

  private func forgetEntirely(_ object: NSManagedObject) {
    object.state.subtract(.changes.union(.event))
    object.state.remove([.isTracked, .awaitsDeletePropagation])
    if object.context != nil { unregister(object) }
    object.turnIntoFault()
    object.related = nil
  }
}

/// The current row of an object in its source.
enum StoredRow {
  case row(Row)
  /// The object no longer exists.
  case gone
  /// The source cannot be read.
  case unknown
}

extension NSManagedObject {
  /// Whether a relationship with an inverse was changed.
  fileprivate final var hasChangedEnds: Bool {
    changed.indices.contains { shape.slots[$0].inverse != nil }
  }

  /// Restores the values that were last fetched or saved.
  fileprivate final func rollBack() {
    rareState?.observers?.willChangeAll(self)
    state.subtract(.changes.union(.isReadyForChange))
    if let committed { row = committed }
    self.committed = nil
    changed.removeAll()
    rareState?.refusedValues = [:]
    related = nil
    awaken { awake(fromSnapshotEvents: .rollback) }
    rareState?.observers?.didChangeAll(self)
  }
}
