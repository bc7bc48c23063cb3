import Foundation

extension NSManagedObjectContext {
  /// Saves all changes to the stores, or to the parent: all of them, or none and an error.
  public final func save() throws {
    confirmQueue()
    processPendingChanges()
    guard source != nil else { return }
    NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
    askBeforeSaving()
    propagateDeletes()
    try validateBeforeSaving()
    let event = ContextEvent(saving: listed)
    if let parentContext {
      ParentSave(self, to: parentContext).run()
    } else if let coordinator {
      try SaveOperation(self, to: coordinator).run()
    }
    advanceGeneration()
    finishSaving(event)
    broadcast(event)
  }

  /// Tells objects that they will be saved, until none of them changes anything more.
  private func askBeforeSaving() {
    var asked: Set<NSManagedObject> = []
    var rounds = 0
    repeat {
      let before = pending.count
      for object in listed where object.hasChanges && asked.insert(object).inserted {
        object.willSave()
      }
      // What a modeled setter has changed is asked again.
      for object in pending { asked.remove(object) }
      let changedAgain = pending.count > before
      processPendingChanges()
      rounds += 1
      if !changedAgain { break }
    } while rounds < 1000
  }

  private func validateBeforeSaving() throws {
    for object in listed {
      if object.isDeleted {
        try object.validateForDelete()
      } else if object.isInserted {
        try object.validateForInsert()
      } else if object.isUpdated {
        try object.validateForUpdate()
      }
    }
  }

  private func finishSaving(_ event: ContextEvent) {
    let saved = listed
    listed = []
    let identifiers = event.identifiers
    for object in saved { object.becomeSaved() }
    for object in saved { object.didSave() }
    NotificationCenter.default.post(
      name: .NSManagedObjectContextDidSave,
      object: self,
      userInfo: event.userInfo
    )
    NotificationCenter.default.post(
      name: .NSManagedObjectContextDidSaveObjectIDs,
      object: self,
      userInfo: identifiers
    )
  }
}

extension NSManagedObject {
  /// Makes the present values those of the store.
  fileprivate final func becomeSaved() {
    let wasDeleted = isDeleted
    state.remove([.isInserted, .isUpdated, .isDeleted, .isListed, .ownsRow, .wantsConflictCheck])
    committed = nil
    changed.removeAll()
    if wasDeleted {
      context?.unregister(self)
      return
    }
    state.insert(.isStored)
    for index in shape.relationships {
      if case .toMany(let objects) = relatedSlot(index) { objects.commit() }
    }
  }
}

extension ContextEvent {
  /// The saved objects' IDs as notifications have them.
  fileprivate var identifiers: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    if !inserted.isEmpty { info[NSInsertedObjectIDsKey] = Set(inserted.map(\.objectID)) }
    if !updated.isEmpty { info[NSUpdatedObjectIDsKey] = Set(updated.map(\.objectID)) }
    if !deleted.isEmpty { info[NSDeletedObjectIDsKey] = Set(deleted.map(\.objectID)) }
    return info
  }

  /// What a save is about to bring.
  init(saving objects: [NSManagedObject]) {
    self.init([])
    for object in objects {
      if object.isDeleted {
        if object.state.contains(.isStored) { deleted.insert(object) }
      } else if object.isInserted {
        inserted.insert(object)
      } else if object.isUpdated {
        updated.insert(object)
      }
    }
  }
}
