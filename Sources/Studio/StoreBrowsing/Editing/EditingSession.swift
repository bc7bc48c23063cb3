import CoreData
import Foundation
import StoreMigration

/// A store open for writing, with the context in which its objects are edited.
///
/// It is not thread-safe.
final class EditingSession {
  let model: BrowsedModel
  private let browsed: BrowsedStore
  let context: NSManagedObjectContext
  let undoManager = UndoManager()
  private let coordinator: NSPersistentStoreCoordinator
  private let store: NSPersistentStore
  private let file: FileTimestamp?

  /// The timestamps of the files when the store was last verified to match the model.
  private var checked: [FileTimestamp?]?

  /// The names of saved objects before they were saved.
  private var earlierNames: [ObjectName: NSManagedObjectID] = [:]

  init(_ browsed: BrowsedStore, _ model: BrowsedModel) throws {
    self.model = model
    self.browsed = browsed
    file = browsed.file.flatMap { FileTimestamp($0) }
    (coordinator, store) = try browsed.openedForEditing(model)
    context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.transactionAuthor = "momgen studio"
    // Pages show the values that other programs have saved, not cached ones.
    context.stalenessInterval = 0
    undoManager.groupsByEvent = false
    undoManager.levelsOfUndo = 1_000
    context.undoManager = undoManager
  }

  func close() {
    context.performAndWait {
      context.undoManager = nil
      context.reset()
    }
    try? coordinator.remove(store)
  }

  /// Whether the open file is still that of the store, with the same version.
  func isCurrent(_ browsed: BrowsedStore) -> Bool {
    guard let path = browsed.file, let file else {
      return (try? browsed.isStore(of: model)) == true
    }
    let now = [path, SideFiles.log(ofDatabaseAt: path)].map { FileTimestamp($0) }
    guard now[0]?.isSameFile(as: file) == true else { return false }
    if let checked, checked == now { return true }
    guard (try? browsed.isStore(of: model)) == true else { return false }
    checked = now
    return true
  }

  var state: EditingState {
    context.performAndWait {
      var state = EditingState()
      state.isChanged = context.hasChanges
      if undoManager.canUndo { state.undoTitle = undoManager.undoActionName }
      if undoManager.canRedo { state.redoTitle = undoManager.redoActionName }
      return state
    }
  }

  private var reader: StoreReader {
    StoreReader(
      model: model,
      browsed: browsed,
      context: context,
      store: store,
      earlierNames: earlierNames
    )
  }

  func reading<Answer>(_ body: (StoreReader) throws -> Answer) throws -> Answer {
    try context.performAndWait {
      refresh()
      return try body(reader)
    }
  }

  /// Refreshes unedited objects; edited ones keep the versions with which they were read.
  private func refresh() {
    for object in context.registeredObjects where !object.hasChanges {
      context.refresh(object, mergeChanges: false)
    }
  }

  // MARK: Edits

  func make(_ edit: ObjectEdit) throws -> ObjectName? {
    try context.performAndWait {
      refresh()
      undoManager.beginUndoGrouping()
      undoManager.setActionName(edit.title)
      defer {
        context.processPendingChanges()
        undoManager.endUndoGrouping()
      }
      return try ObjectEditing(reader: reader, model: model).make(edit)
    }
  }

  func undo() {
    context.performAndWait { if undoManager.canUndo { context.undo() } }
  }

  func redo() {
    context.performAndWait { if undoManager.canRedo { context.redo() } }
  }

  // MARK: Saving

  func pending() -> PendingEdits {
    context.performAndWait { PendingReading(reader: reader, model: model).edits }
  }

  func save(_ choice: ConflictChoice) throws -> SaveOutcome {
    try context.performAndWait {
      context.mergePolicy =
        switch choice {
        case .refuse: NSErrorMergePolicy
        case .mine: NSMergeByPropertyObjectTrumpMergePolicy
        case .theirs: NSMergeByPropertyStoreTrumpMergePolicy
        }
      let inserted = context.insertedObjects.map { ($0, reader.name(of: $0.objectID)) }
      do {
        try context.save()
      } catch {
        return try SaveFailure(error, reader).outcome()
      }
      for (object, name) in inserted where !object.objectID.isTemporaryID {
        earlierNames[name] = object.objectID
      }
      return .saved
    }
  }
}

extension ObjectEdit {
  /// The edit in a few words, for undo.
  fileprivate var title: String {
    switch self {
    case .add(let entity): "add \(entity)"
    case .delete(let object): "delete \(object.text)"
    case .set(let object, let fields):
      "set \(fields.map(\.name).joined(separator: ", ")) of \(object.text)"
    case .link(let object, let relationship, _), .unlink(let object, let relationship, _):
      "change \(relationship) of \(object.text)"
    case .move(let object, let relationship, _, _): "order \(relationship) of \(object.text)"
    }
  }
}
