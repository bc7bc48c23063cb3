import Foundation

extension NSManagedObjectContext {
  /// Takes an object's values from the store again.
  ///
  /// With `mergeChanges` the changes that were not saved are put on top of them; without, the object becomes
  /// a fault and its changes are lost.
  public final func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    confirmQueue()
    guard object.context === self, object.state.contains(.isStored) else { return }
    if flag {
      object.takeNewValues(try? source?.row(for: object.reference, of: object.shape))
    } else {
      object.turnIntoFault()
      object.state.remove(.changes)
    }
    pend(object, for: .wasRefreshed)
  }

  /// Refreshes all objects; those with changes keep them.
  public final func refreshAllObjects() {
    for object in identity.objects where object.state.contains(.isStored) {
      refresh(object, mergeChanges: object.hasChanges)
    }
    processPendingChanges()
  }

  /// Forgets all objects, and what could be undone.
  public final func reset() {
    let objects = identity.objects
    let identifiers = objects.map(\.objectID)
    for object in objects { forgetEntirely(object) }
    listed = []
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

  /// Drops all changes: objects have the values that were fetched or saved last.
  public final func rollback() {
    undoManager?.removeAllActions()
    for object in listed {
      object.state.remove([.isListed, .awaitsDeletePropagation])
      if object.state.contains(.isStored) {
        object.rollBack()
        pend(object, for: .wasRefreshed)
      } else {
        forgetEntirely(object)
      }
    }
    listed = []
    pending.removeAll { $0.context == nil }
    processPendingChanges()
  }

  private func forgetEntirely(_ object: NSManagedObject) {
    object.state.remove([
      .isInserted, .isUpdated, .isDeleted, .isListed, .isPending, .wasInserted, .wasUpdated,
      .wasDeleted, .wasRefreshed, .awaitsDeletePropagation,
    ])
    object.related = nil
    unregister(object)
  }
}

extension NSManagedObject {
  /// Brings back the values that were fetched or saved last.
  fileprivate final func rollBack() {
    state.remove(.changes)
    if let committed { row = committed }
    self.committed = nil
    state.remove(.ownsRow)
    changed.removeAll()
    related = nil
    awaken { awake(fromSnapshotEvents: .rollback) }
  }

  /// Puts what was changed here on top of new values from the store.
  final func takeNewValues(_ stored: Row?) {
    guard let stored, let mine = row else { return }
    let kept = shape.slots.indices.filter { index in
      changed.contains(index)
        || (shape.slots[index].isTransient && !mine.value(at: index).isNone)
    }
    if kept.isEmpty {
      row = stored
      committed = nil
      state.remove(.ownsRow)
    } else {
      let fresh = stored.copy()
      for index in kept { fresh.setValue(mine.value(at: index), at: index) }
      row = fresh
      committed = stored
      state.insert(.ownsRow)
    }
    for index in shape.relationships {
      if !changed.contains(index) {
        setRelatedSlot(.unresolved, at: index)
      } else if case .toMany(let objects) = relatedSlot(index) {
        // What was added and removed here is applied to what the others have made of it.
        if objects.committedOrder == nil || !objects.isOrdered { objects.unload() }
      }
    }
    awaken { awake(fromSnapshotEvents: .refresh) }
  }
}
