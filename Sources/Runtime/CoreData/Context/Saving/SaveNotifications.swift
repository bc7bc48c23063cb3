import Foundation

/// The notifications of a save: one with the objects, one with their IDs.
///
/// A class, so that the closures of both notifications refer to it without copying it.
final class SaveNotifications {
  private let context: NSManagedObjectContext
  private let saved: SavedObjects

  /// The changes of the last notification.
  ///
  /// If they are the saved ones, their set is reused.
  private let event: ContextEvent?

  /// The key, which Core Data does not publish, of the history token of the stores after the save.
  private static let historyTokenKey = "newChangeToken"

  init(_ saved: SavedObjects, in context: NSManagedObjectContext, after event: ContextEvent?) {
    self.context = context
    self.saved = saved
    self.event = event
  }

  /// Posts both, while deleted objects still are in the context.
  func post() {
    LazyNotification.post(.NSManagedObjectContextDidSave, from: context) { self.objects }
    LazyNotification.post(.NSManagedObjectContextDidSaveObjectIDs, from: context) {
      self.identifiers
    }
  }

  private var objects: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    if let generation = context.visibleGeneration {
      info[NSManagedObjectContextQueryGenerationKey] = generation
    }
    if let token = context.coordinator?.historyToken(after: saved) {
      info[Self.historyTokenKey] = token
    }
    for (part, key) in [
      (saved.inserted, NSInsertedObjectsKey), (saved.updated, NSUpdatedObjectsKey),
      (saved.deleted, NSDeletedObjectsKey),
    ] where !part.isEmpty {
      info[key] = event?.set(ofExactly: part) ?? Set(part)
    }
    return info
  }

  private var identifiers: [AnyHashable: Any] {
    // Not the IDs that objects cache, because few objects need one; but deleted objects leave the context.
    let coordinator = context.rootCoordinator
    var info: [AnyHashable: Any] = [:]
    if !saved.inserted.isEmpty {
      info[NSInsertedObjectIDsKey] = coordinator?.objectIDs(of: saved.inserted) ?? []
    }
    if !saved.updated.isEmpty {
      info[NSUpdatedObjectIDsKey] = coordinator?.objectIDs(of: saved.updated) ?? []
    }
    if !saved.deleted.isEmpty {
      info[NSDeletedObjectIDsKey] = Set(saved.deleted.map(\.objectID))
    }
    return info
  }
}
