import Foundation

extension NSManagedObjectContext {
  /// Takes back what was changed last, as far as the undo manager has it.
  final func undoLastChange() {
    processPendingChanges()
    undoManager?.undo()
  }

  /// Does again what was undone last.
  final func redoLastChange() {
    processPendingChanges()
    undoManager?.redo()
  }

  /// Registers what brings objects back to what they were before an event.
  final func registerUndo(of objects: [NSManagedObject]) {
    guard let undoManager, undoManager.isUndoRegistrationEnabled else { return }
    let changes = objects.compactMap(UndoneChange.init)
    guard !changes.isEmpty else { return }
    undoManager.registerUndo(withTarget: self) { $0.takeBack(changes) }
  }

  /// Brings objects back; that itself is a change, which is registered as what can be redone.
  private func takeBack(_ changes: [UndoneChange]) {
    // Objects come back before values lead to them, and go when nothing does any more.
    for change in changes { change.bringBack(in: self) }
    for change in changes { change.restoreValues() }
    for change in changes { change.takeAway(from: self) }
    for change in changes { change.awaken() }
    processPendingChanges()
  }
}
