import Foundation

extension UndoManager {
  /// The number of groups that were begun and not ended.
  public final var groupingLevel: Int { openGroups.count }

  /// Begins a group: actions that are registered until it ends are undone together.
  public final func beginUndoGrouping() {
    post(.NSUndoManagerCheckpoint)
    openGroup()
  }

  /// Ends the group that was begun last.
  public final func endUndoGrouping() {
    post(.NSUndoManagerCheckpoint)
    precondition(
      !openGroups.isEmpty,
      "endUndoGrouping called with no matching begin"
    )
    closeGroup()
  }

  final func openGroup() {
    openGroups.append(UndoGroup())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Ends a group: it becomes part of the enclosing one, or the next to be undone.
  final func closeGroup() {
    guard let group = openGroups.last else { return }
    post(
      .NSUndoManagerWillCloseUndoGroup,
      [NSUndoManagerGroupIsDiscardableKey: group.isDiscardable]
    )
    openGroups.removeLast()
    if openGroups.isEmpty { isGroupOfEvent = false }
    if !group.entries.isEmpty {
      if let around = openGroups.last {
        around.entries.append(.group(group))
        if around.actionName.isEmpty { around.actionName = group.actionName }
      } else {
        keep(group)
      }
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  /// Pushes a group on the undo stack.
  final func keep(_ group: UndoGroup) {
    undoGroups.append(group)
    dropOldGroups()
  }

  /// Drops the oldest groups if there are too many.
  final func dropOldGroups() {
    guard levelsOfUndo > 0 else { return }
    undoGroups.removeFirst(max(0, undoGroups.count - levelsOfUndo))
    redoGroups.removeFirst(max(0, redoGroups.count - levelsOfUndo))
  }

  /// Schedules the end of the event's group for the end of the main queue's current event.
  final func expectEndOfEvent() {
    guard Thread.isMainThread else { return }
    DispatchQueue.main.async { [weak self] in
      guard let self, self.isGroupOfEvent, self.openGroups.count == 1 else { return }
      self.endUndoGrouping()
    }
  }

  final func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
