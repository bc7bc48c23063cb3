import CoreData
import Foundation

/// The changes that a context is about to save, from which an ``UndoRecord`` is created after the save.
struct UnsavedChanges {
  private let context: NSManagedObjectContext
  private let inserted: Set<NSManagedObject>

  /// The edited and deleted objects, with their values before.
  private let others: [(object: NSManagedObject, id: String, before: ObjectSnapshot)]

  init(of context: NSManagedObjectContext) {
    // So that the players of a deleted team are deleted too.
    context.processPendingChanges()
    self.context = context
    inserted = context.insertedObjects
    others = context.updatedObjects.union(context.deletedObjects).compactMap { object in
      ObjectSnapshot(savedOf: object).map { (object, object.recordID, $0) }
    }
  }

  /// Creates the record of the saved changes.
  ///
  /// - Parameter change: The name, the title and the kind of the change.
  /// - Returns: The record; nil if there is nothing to undo.
  func record(_ change: ChangeTitle) -> UndoRecord? {
    let store = context.persistentStoreCoordinator?.persistentStores.first?.identifier
    guard let store else { return nil }
    var record = UndoRecord(
      id: change.id,
      store: store,
      title: change.title,
      isUndoing: change.isUndoing
    )
    record.undone = change.undone
    record.revived = change.revived.isEmpty ? nil : change.revived
    record.made = [true, false].compactMap(made)
    // A team whose only change is its set of players is recorded through the players.
    record.changes = others.compactMap { object, id, before in
      let isDeleted = object.isDeleted || object.managedObjectContext == nil
      let after = isDeleted ? nil : ObjectSnapshot(of: object)
      return before == after ? nil : UndoRecord.Change(id: id, before: before, after: after)
    }
    .sorted { $0.id < $1.id }
    return record.count == 0 ? nil : record
  }

  private func made(_ areTeams: Bool) -> MadeObjects? {
    let states = inserted.compactMap { object -> (id: String, state: ObjectSnapshot)? in
      guard let state = ObjectSnapshot(of: object), state.isTeam == areTeams else { return nil }
      return (object.recordID, state)
    }
    return states.isEmpty ? nil : MadeObjects(areTeams: areTeams, states)
  }
}

/// The identifier and the title of a change in the journal.
struct ChangeTitle: Sendable {
  let id: UUID
  let title: String
  var isUndoing = false

  /// The identifier of the change that is undone.
  var undone: UUID?

  /// The objects restored by it.
  var revived: [UndoRecord.Revival] = []
}
