// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Whether a closing group may be ignored when a program decides whether its document has changed; in the user info.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

extension NSNotification.Name {
  /// Posted before groups begin and end, and before an undo: pending changes must be registered now.
  public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")
  /// Posted before an undo.
  public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")
  /// Posted before a redo.
  public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")
  /// Posted after an undo.
  public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")
  /// Posted after a redo.
  public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
  /// Posted when a group was begun.
  public static let NSUndoManagerDidOpenUndoGroup =
    Self("NSUndoManagerDidOpenUndoGroupNotification")
  /// Posted before a group ends.
  public static let NSUndoManagerWillCloseUndoGroup =
    Self("NSUndoManagerWillCloseUndoGroupNotification")
  /// Posted when a group has ended.
  public static let NSUndoManagerDidCloseUndoGroup =
    Self("NSUndoManagerDidCloseUndoGroupNotification")
}
