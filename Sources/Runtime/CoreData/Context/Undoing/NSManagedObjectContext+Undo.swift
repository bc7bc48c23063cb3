import Foundation

extension NSManagedObjectContext {
  /// Undoes the last change, if it is registered with the undo manager.
  final func undoLastChange() {
    processPendingChanges()
    undoManager?.undo()
  }

  /// Redoes the change that was undone last.
  final func redoLastChange() {
    processPendingChanges()
    undoManager?.redo()
  }

  /// Registers an undo action that restores the state of objects before an event.
  final func registerUndo(of objects: [NSManagedObject]) {
    guard let undoManager, undoManager.isUndoRegistrationEnabled else { return }
    let changes = objects.compactMap(UndoneChange.init)
    guard !changes.isEmpty else { return }
    undoManager.registerUndo(withTarget: self) { $0.takeBack(changes) }
  }

  /// Restores objects, which is a change itself, and registers its inverse for redoing.
  private func takeBack(_ changes: [UndoneChange]) {
    // Objects are restored before values lead to them, and removed when nothing leads to them any more.
    for change in changes { change.bringBack(in: self) }
    for change in changes { change.restoreValues() }
    for change in changes { change.takeAway(from: self) }
    for change in changes { change.awaken() }
    processPendingChanges()
  }
}
