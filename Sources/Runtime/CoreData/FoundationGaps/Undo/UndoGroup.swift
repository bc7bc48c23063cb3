/// The actions that are undone together.
final class UndoGroup {
  enum Entry {
    case action(UndoAction)
    case group(UndoGroup)
  }

  /// Actions and groups in the order in which they were registered and ended.
  var entries: [Entry] = []

  /// The name of the action.
  var actionName = ""

  /// Whether a program may ignore the changes when it decides whether its document has changed.
  var isDiscardable = false

  /// All actions in the order in which they were registered.
  ///
  /// Groups may be nested deeply, so they are not followed by recursion.
  var actions: [UndoAction] {
    var actions: [UndoAction] = []
    var rest = entries.reversed() as [Entry]
    while let entry = rest.popLast() {
      switch entry {
      case .action(let action): actions.append(action)
      case .group(let group): rest += group.entries.reversed()
      }
    }
    return actions
  }

  /// Removes and returns the group that ended last.
  func takeLastGroup() -> UndoGroup? {
    guard case .group(let group) = entries.last else { return nil }
    entries.removeLast()
    return group
  }

  /// Removes the actions of a target.
  func removeActions(of target: ObjectIdentifier) {
    entries = entries.filter { entry in
      switch entry {
      case .action(let action): return action.target != target
      case .group(let group):
        group.removeActions(of: target)
        return !group.entries.isEmpty
      }
    }
  }
}

/// An undo action.
struct UndoAction {
  /// The identity of the target, valid even after it is deallocated.
  let target: ObjectIdentifier

  private let action: () -> Void

  init<Target: AnyObject>(_ target: Target, _ handler: @escaping (Target) -> Void) {
    self.target = ObjectIdentifier(target)
    action = { [weak target] in
      if let target { handler(target) }
    }
  }

  func perform() {
    action()
  }
}
