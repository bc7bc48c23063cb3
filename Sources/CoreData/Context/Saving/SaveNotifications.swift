import Foundation

/// What is told of a save when it is done: once with the objects, once with their IDs.
struct SaveNotifications {
  private let context: NSManagedObjectContext
  private let objects: [AnyHashable: Any]
  private let identifiers: [AnyHashable: Any]

  /// Under this key, which has no name in public, programs find where the history of the stores ends.
  private static let historyTokenKey = "newChangeToken"

  /// Prepares the notifications while the objects still are in the context.
  ///
  /// If the last thing that was announced are the very changes that were saved, their set is used once more.
  init(_ saved: SavedObjects, in context: NSManagedObjectContext, after event: ContextEvent?) {
    self.context = context
    // With room for all keys dictionaries are not made anew for each.
    var objects = [AnyHashable: Any](minimumCapacity: 5)
    var identifiers = [AnyHashable: Any](minimumCapacity: 3)
    let parts = [
      (saved.inserted, NSInsertedObjectsKey, NSInsertedObjectIDsKey),
      (saved.updated, NSUpdatedObjectsKey, NSUpdatedObjectIDsKey),
      (saved.deleted, NSDeletedObjectsKey, NSDeletedObjectIDsKey),
    ]
    for (part, key, idKey) in parts where !part.isEmpty {
      objects[key] = event?.set(ofExactly: part) ?? Set(part)
      // Not the IDs that objects keep, as few are ever asked for theirs; but deleted ones leave the context.
      identifiers[idKey] =
        key == NSDeletedObjectsKey
        ? Set(part.map(\.objectID)) : context.rootCoordinator?.objectIDs(of: part) ?? []
    }
    if let generation = context.visibleGeneration {
      objects[NSManagedObjectContextQueryGenerationKey] = generation
    }
    if let token = context.coordinator?.historyTokenAfterSaving() {
      objects[Self.historyTokenKey] = token
    }
    self.objects = objects
    self.identifiers = identifiers
  }

  func post() {
    let center = NotificationCenter.default
    center.post(name: .NSManagedObjectContextDidSave, object: context, userInfo: objects)
    center.post(
      name: .NSManagedObjectContextDidSaveObjectIDs,
      object: context,
      userInfo: identifiers
    )
  }
}
