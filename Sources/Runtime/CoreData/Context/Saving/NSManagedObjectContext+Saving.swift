import Foundation
import ObjectRows

extension NSManagedObjectContext {
  /// Saves all changes to the stores, or to the parent; none if an error is thrown.
  final func saveChanges() throws {
    confirmQueue()
    do { try prepareAndSave() } catch {
      SaveReport(self).report(error)
      throw error
    }
  }

  private func prepareAndSave() throws {
    keepsSavedEvent = true
    defer {
      keepsSavedEvent = false
      savedEvent = nil
    }
    processPendingChanges()
    guard source != nil else { return }
    // `post(name:object:)` would create an empty dictionary first.
    NotificationCenter.default.post(
      Notification(name: .NSManagedObjectContextWillSave, object: self)
    )
    try SavePreparation(self).prepare()
    let saved: SavedObjects
    if let parentContext {
      saved = SavedObjects(of: self)
      ParentSave(self, to: parentContext).run()
    } else if let coordinator {
      saved = try SaveOperation(self, to: coordinator).run()
      MetricLedger.count(1, coordinator.metrics.saves)
    } else {
      return
    }
    advanceGeneration()
    // Before the program is notified: a child that fetches or merges then must have the new references.
    publishReferences()
    finishSaving(saved)
    broadcast(saved)
  }

  /// Makes the saved rows the committed ones, and notifies observers.
  private func finishSaving(_ saved: SavedObjects) {
    let notifications = SaveNotifications(saved, in: self, after: savedEvent)
    let all = tracked
    tracked = []
    hasDiscardedEnds = false
    var deleted: [NSManagedObject] = []
    var shape: EntityShape?
    var toMany: [Int] = []
    all.forEachUnretained { object in
      if object.shape !== shape {
        shape = object.shape
        toMany = object.shape.rules.toManyPlaces
      }
      if object.isRegistered(in: self) {
        object.becomeSaved(toMany)
      } else {
        // It may be inserted again, by undo, and must be tracked then.
        object.state.remove(.isTracked)
      }
      if object.isDeleted { deleted.append(object) }
    }
    // A merge policy may have changed objects without a notification.
    processPendingChanges()
    callDidSave(of: saved.inserted)
    callDidSave(of: saved.updated)
    callDidSave(of: saved.deleted)
    notifications.post()
    for object in deleted where object.isDeleted {
      object.state.remove(.isDeleted)
      object.state.insert(.isStored)
      if object.isRegistered(in: self) { unregister(object) }
    }
  }

  private func callDidSave(of objects: [NSManagedObject]) {
    objects.forEachUnretained { object in
      if OverridableMethod.didSave.isOverridden(by: type(of: object)) { object.didSave() }
    }
  }
}

extension NSManagedObject {
  /// Makes the current values those of the store, and the current members of the given to-many relationships those of
  /// the store.
  fileprivate final func becomeSaved(_ toMany: [Int]) {
    state.remove([
      .isInserted, .isUpdated, .isTracked, .ownsRow, .wantsConflictCheck, .willSaveWasCalled,
    ])
    committed = nil
    changed.removeAll()
    if isDeleted { return }
    state.insert(.isStored)
    guard !toMany.isEmpty, let related else { return }
    for place in toMany {
      if case .toMany(let objects) = related[place] { objects.commit() }
    }
  }
}

extension NSManagedObjectContext {
  /// Updates the rows of objects with the current references of their to-one destinations.
  final func renewReferences(of objects: [NSManagedObject]) {
    var last: EntityShape?
    var indices: [Int] = []
    var places: [Int] = []
    objects.forEachUnretained { object in
      if object.shape !== last {
        last = object.shape
        indices = object.shape.rules.toOne
        places = object.shape.rules.toOnePlaces
      }
      guard !indices.isEmpty, let row = object.unretainedRow, let related = object.related else {
        return
      }
      for position in indices.indices {
        guard let reference = related.reference(at: places[position]) else { continue }
        let index = indices[position]
        row._withUnsafeGuaranteedRef { row in
          let known = row.reference(at: index)
          // A row that others share has no temporary references, and none that could change.
          if known != reference, object.state.contains(.ownsRow) || known.isTemporary {
            row.setValue(.reference(reference), at: index)
          }
        }
      }
    }
  }
}
