import CoreData
import Foundation

/// The changes that a context is about to save; after the save they become an ``UndoRecord``.
struct UnsavedChanges {
  private let context: NSManagedObjectContext
  private let inserted: Set<NSManagedObject>

  /// The objects that were there before, by their values.
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

  /// The record of the saved changes.
  ///
  /// - Parameter change: The name, the title and the kind of the change.
  /// - Returns: The record; nil if there is nothing that could be taken back.
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
    // That a team has other players is known to the players.
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

/// The name and the title under which a change comes into the journal.
struct ChangeTitle: Sendable {
  let id: UUID
  let title: String
  var isUndoing = false

  /// The name of the change that is taken back.
  var undone: UUID?

  /// The objects that come back by it.
  var revived: [UndoRecord.Revival] = []
}
