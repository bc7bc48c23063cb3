import Foundation

/// The observation of an undo manager by a context.
///
/// Changes that precede the beginning of a group do not belong to the group, and nothing is undone before it is
/// registered: so the undo manager notifies the context when all changes have to be registered.
final class UndoObservation {
  private let observer: any NSObjectProtocol
  private weak var undoManager: UndoManager?
  private let context: ObjectIdentifier

  init(between undoManager: UndoManager, and context: NSManagedObjectContext) {
    self.undoManager = undoManager
    self.context = ObjectIdentifier(context)
    observer = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint,
      object: undoManager,
      queue: nil
    ) { [weak context] _ in context?.processPendingChanges() }
  }

  deinit {
    NotificationCenter.default.removeObserver(observer)
    undoManager?.removeAllActions(of: context)
  }
}
