import Foundation

/// What is told of a save when it is done: once with the objects, once with their IDs.
struct SaveNotifications {
  private let context: NSManagedObjectContext
  private let objects: [AnyHashable: Any]
  private let identifiers: [AnyHashable: Any]

  /// Under this key, which has no name in public, programs find where the history of the stores ends.
  private static let historyTokenKey = "newChangeToken"

  /// Prepares the notifications while the objects still are in the context.
  init(_ saved: SavedObjects, in context: NSManagedObjectContext) {
    self.context = context
    var objects: [AnyHashable: Any] = [:]
    var identifiers: [AnyHashable: Any] = [:]
    let parts = [
      (saved.inserted, NSInsertedObjectsKey, NSInsertedObjectIDsKey),
      (saved.updated, NSUpdatedObjectsKey, NSUpdatedObjectIDsKey),
      (saved.deleted, NSDeletedObjectsKey, NSDeletedObjectIDsKey),
    ]
    for (part, key, idKey) in parts where !part.isEmpty {
      objects[key] = Set(part)
      identifiers[idKey] = Set(part.map(\.objectID))
    }
    objects[NSManagedObjectContextQueryGenerationKey] = context.visibleGeneration
    objects[Self.historyTokenKey] = context.coordinator?.historyTokenAfterSaving()
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
