import Foundation

extension UndoManager {
  /// Says what people call what is being done.
  public final func setActionName(_ actionName: String) {
    (openGroups.last ?? undoGroups.last)?.actionName = actionName
  }

  /// The name of the next action to undo; empty if none was set.
  public final var undoActionName: String {
    openGroups.reversed().first { !$0.actionName.isEmpty }?.actionName
      ?? (openGroups.contains { !$0.entries.isEmpty } ? "" : undoGroups.last?.actionName ?? "")
  }

  /// The name of the next action to redo; empty if none was set.
  public final var redoActionName: String { redoGroups.last?.actionName ?? "" }

  /// The title of a menu item for undoing.
  public final var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of a menu item for redoing.
  public final var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title of a menu item for undoing something with a name.
  public final func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The title of a menu item for redoing something with a name.
  public final func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Says whether what is being done may be regarded as no change of a document.
  public final func setActionIsDiscardable(_ discardable: Bool) {
    (openGroups.last ?? undoGroups.last)?.isDiscardable = discardable
  }

  /// Whether what would be undone next may be regarded as no change of a document.
  public final var undoActionIsDiscardable: Bool { undoGroups.last?.isDiscardable ?? false }

  /// Whether what would be redone next may be regarded as no change of a document.
  public final var redoActionIsDiscardable: Bool { redoGroups.last?.isDiscardable ?? false }
}
