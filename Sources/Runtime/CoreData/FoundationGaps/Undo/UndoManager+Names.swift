import Foundation

extension UndoManager {
  /// Sets the name of the current action.
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

  /// The title of a menu item for undoing a named action.
  public final func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The title of a menu item for redoing a named action.
  public final func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Sets whether the current action may be ignored when a program decides whether its document has changed.
  public final func setActionIsDiscardable(_ discardable: Bool) {
    (openGroups.last ?? undoGroups.last)?.isDiscardable = discardable
  }

  /// Whether the next action to undo may be ignored when a program decides whether its document has changed.
  public final var undoActionIsDiscardable: Bool { undoGroups.last?.isDiscardable ?? false }

  /// Whether the next action to redo may be ignored when a program decides whether its document has changed.
  public final var redoActionIsDiscardable: Bool { redoGroups.last?.isDiscardable ?? false }
}
