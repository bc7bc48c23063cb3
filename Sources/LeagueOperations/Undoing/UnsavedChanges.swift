import CoreData

/// What a context is about to save; afterwards it is known how to take that back.
struct UnsavedChanges {
  private let context: NSManagedObjectContext
  private let inserted: Set<NSManagedObject>

  /// The objects that were there before, by what they were.
  private let others: [(object: NSManagedObject, id: String, before: ObjectState)]

  init(of context: NSManagedObjectContext) {
    // So that the players of a deleted team are deleted too.
    context.processPendingChanges()
    self.context = context
    inserted = context.insertedObjects
    others = context.updatedObjects.union(context.deletedObjects).compactMap { object in
      ObjectState(savedOf: object).map { (object, object.recordID, $0) }
    }
  }

  /// How to take back what was saved.
  ///
  /// - Parameters:
  ///   - title: What was done.
  ///   - isUndoing: Whether it was an undoing itself.
  /// - Returns: The record; nil if nothing happened that could be taken back.
  func record(_ title: String, isUndoing: Bool) -> UndoRecord? {
    let made = inserted.compactMap { object in
      ObjectState(of: object).map {
        UndoRecord.Change(id: object.recordID, before: nil, after: $0)
      }
    }
    let changed = others.map { object, id, before in
      let isDeleted = object.isDeleted || object.managedObjectContext == nil
      let after = isDeleted ? nil : ObjectState(of: object)
      return UndoRecord.Change(id: id, before: before, after: after)
    }
    // That a team has other players is known to the players.
    let changes = (made + changed.filter { $0.before != $0.after }).sorted { $0.id < $1.id }
    let store = context.persistentStoreCoordinator?.persistentStores.first?.identifier
    guard let store, !changes.isEmpty else { return nil }
    return UndoRecord(store: store, title: title, isUndoing: isUndoing, changes: changes)
  }
}
