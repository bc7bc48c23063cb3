import Foundation

extension NSManagedObjectContext {
  /// Saves all changes to the stores, or to the parent: all of them, or none and an error.
  public final func save() throws {
    processPendingChanges()
    guard let coordinator = persistentStoreCoordinator else { return }
    NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
    try SavePreparation(self).prepare()
    let saved = try SaveOperation(self, to: coordinator).run()
    finishSaving(saved)
  }

  /// Takes what was saved for what is in the store, and tells everybody.
  private func finishSaving(_ saved: SavedObjects) {
    let notifications = SaveNotifications(saved, in: self)
    let all = listed
    listed = []
    for object in all where object.context === self { object.becomeSaved() }
    // A merge policy may have changed objects that nobody was told of.
    processPendingChanges()
    for object in saved.all { object.didSave() }
    notifications.post()
    for object in all where object.isGoneAfterSaving {
      object.state.remove(.isDeleted)
      if object.context === self { unregister(object) }
    }
  }
}

extension NSManagedObject {
  /// Makes the present values those of the store.
  fileprivate final func becomeSaved() {
    state.remove([
      .isInserted, .isUpdated, .isListed, .ownsRow, .wantsConflictCheck, .wasAskedToSave,
    ])
    committed = nil
    changed.removeAll()
    if isDeleted {
      state.remove(.isStored)
      return
    }
    state.insert(.isStored)
    guard let related else { return }
    for index in shape.rules.toMany {
      guard let place = shape.binding.relatedSlots[index],
        case .toMany(let objects) = related.slots[place]
      else { continue }
      objects.commit()
    }
  }

  /// Whether the object was deleted, and not brought back since.
  fileprivate final var isGoneAfterSaving: Bool { isDeleted && !state.contains(.isStored) }
}
