import Foundation

/// A stack of undo actions, in groups.
///
/// Foundation has none on this platform. This one has Apple's interface, except for the parts that need the
/// Objective-C runtime: actions are closures.
open class UndoManager: NSObject, @unchecked Sendable {
  /// The groups that can be undone, and those that can be redone; the last one is the next.
  final var undoGroups: [UndoGroup] = []
  final var redoGroups: [UndoGroup] = []

  /// The groups that were begun and not ended, the outermost first.
  final var openGroups: [UndoGroup] = []

  private var disabledCount = 0

  /// Whether the outermost group was begun by a registration, and ends with the event.
  final var isGroupOfEvent = false

  /// Creates a manager without actions.
  public override init() {
    super.init()
  }

  /// Whether actions that are registered during one event of the main queue are undone together.
  ///
  /// If no main queue runs, such a group ends when something is undone.
  open var groupsByEvent = true

  /// The greatest number of groups; 0 for no limit.
  open var levelsOfUndo = 0 {
    didSet { dropOldGroups() }
  }

  /// The run loop modes in which groups of events end; without effect here.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// Whether an undo is in progress.
  open private(set) var isUndoing = false

  /// Whether a redo is in progress.
  open private(set) var isRedoing = false

  // MARK: Registering

  /// Whether registrations are enabled.
  open var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

  /// Disables registrations until ``enableUndoRegistration()`` is called as often.
  open func disableUndoRegistration() {
    disabledCount += 1
  }

  /// Enables registrations again.
  open func enableUndoRegistration() {
    precondition(
      disabledCount > 0,
      "enableUndoRegistration may only be invoked with matching call to disableUndoRegistration"
    )
    disabledCount -= 1
  }

  /// Registers an action that undoes a change.
  ///
  /// The target is not retained; after it is deallocated, its actions have no effect.
  public final func registerUndo<Target: AnyObject>(
    withTarget target: Target,
    handler: @escaping (Target) -> Void
  ) {
    register(UndoAction(target, handler))
  }

  private func register(_ action: UndoAction) {
    guard isUndoRegistrationEnabled else { return }
    let mustGroup = openGroups.isEmpty
    if mustGroup {
      openGroup()
      isGroupOfEvent = groupsByEvent
    }
    openGroups.last?.entries.append(.action(action))
    if !isUndoing, !isRedoing { redoGroups = [] }
    guard mustGroup else { return }
    if groupsByEvent { expectEndOfEvent() } else { closeGroup() }
  }

  // MARK: Undoing

  /// Whether there is anything to undo.
  open var canUndo: Bool {
    !undoGroups.isEmpty || openGroups.contains { !$0.entries.isEmpty }
  }

  /// Whether there is anything to redo.
  open var canRedo: Bool {
    post(.NSUndoManagerCheckpoint)
    return !redoGroups.isEmpty
  }

  /// Undoes the last group; one that ends with the event ends now.
  open func undo() {
    post(.NSUndoManagerCheckpoint)
    if openGroups.count == 1 { endUndoGrouping() }
    precondition(
      openGroups.isEmpty,
      "undo was called with too many nested undo groups"
    )
    undoNestedGroup()
  }

  /// Undoes the last group, which may be nested in one that was not ended.
  open func undoNestedGroup() {
    guard let group = openGroups.last?.takeLastGroup() ?? lastGroup(of: &undoGroups) else { return }
    post(.NSUndoManagerWillUndoChange)
    isUndoing = true
    let opposite = perform(group)
    isUndoing = false
    if let opposite { redoGroups.append(opposite) }
    post(.NSUndoManagerDidUndoChange)
  }

  /// Redoes the last group that was undone.
  open func redo() {
    post(.NSUndoManagerCheckpoint)
    if openGroups.count == 1 { endUndoGrouping() }
    guard openGroups.isEmpty, let group = redoGroups.popLast() else { return }
    post(.NSUndoManagerWillRedoChange)
    isRedoing = true
    let opposite = perform(group)
    isRedoing = false
    if let opposite { keep(opposite) }
    post(.NSUndoManagerDidRedoChange)
  }

  private func lastGroup(of groups: inout [UndoGroup]) -> UndoGroup? {
    openGroups.isEmpty ? groups.popLast() : nil
  }

  /// Runs the actions of a group, and returns the group of the actions that they registered.
  private func perform(_ group: UndoGroup) -> UndoGroup? {
    let opposite = UndoGroup()
    opposite.actionName = group.actionName
    opposite.isDiscardable = group.isDiscardable
    let suspended = openGroups
    openGroups = [opposite]
    for action in group.actions.reversed() { action.perform() }
    openGroups = suspended
    return opposite.entries.isEmpty ? nil : opposite
  }

  // MARK: Removing

  /// Removes all actions, and enables registrations.
  open func removeAllActions() {
    undoGroups = []
    redoGroups = []
    for group in openGroups { group.entries = [] }
    disabledCount = 0
  }

  /// Removes the actions that were registered for a target.
  open func removeAllActions(withTarget target: Any) {
    guard type(of: target) is AnyClass else { return }
    removeAllActions(of: ObjectIdentifier(target as AnyObject))
  }

  /// Removes the actions of a target, which may be being deallocated.
  final func removeAllActions(of target: ObjectIdentifier) {
    for group in undoGroups + redoGroups + openGroups { group.removeActions(of: target) }
    undoGroups.removeAll { $0.entries.isEmpty }
    redoGroups.removeAll { $0.entries.isEmpty }
  }
}
