import CoreData
import Foundation
import Testing

@Suite("Undo manager") struct UndoManagerTests {
  /// A number whose changes can be undone.
  private final class Counter {
    let manager: UndoManager
    var value = 0

    init(_ manager: UndoManager) { self.manager = manager }

    func set(_ new: Int) {
      let old = value
      manager.registerUndo(withTarget: self) { $0.set(old) }
      value = new
    }
  }

  private func makeManager() -> UndoManager {
    let manager = UndoManager()
    manager.groupsByEvent = false
    return manager
  }

  @Test("Groups are undone and redone last first")
  func groups() {
    let manager = makeManager()
    let counter = Counter(manager)
    for value in 1...3 { counter.set(value) }
    manager.undo()
    #expect(counter.value == 2 && manager.canUndo && manager.canRedo)
    manager.undo()
    manager.redo()
    #expect(counter.value == 2)
    manager.undo()
    manager.undo()
    #expect(counter.value == 0 && !manager.canUndo)
    for _ in 0..<3 { manager.redo() }
    #expect(counter.value == 3 && !manager.canRedo)
  }

  @Test("A new action clears the redo stack")
  func newActions() {
    let manager = makeManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.undo()
    counter.set(5)
    #expect(!manager.canRedo)
    manager.redo()
    #expect(counter.value == 5)
  }

  @Test("Nested groups are undone with the one around them, or alone")
  func nesting() {
    let manager = makeManager()
    let counter = Counter(manager)
    manager.beginUndoGrouping()
    counter.set(1)
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    counter.set(2)
    counter.set(3)
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(counter.value == 1)
    manager.beginUndoGrouping()
    counter.set(4)
    manager.endUndoGrouping()
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 0 && manager.groupingLevel == 0)
    manager.redo()
    #expect(counter.value == 4)
  }

  @Test("Without a main queue groupsByEvent makes everything one group until it is undone")
  func events() async {
    await Task.detached {
      let manager = UndoManager()
      let counter = Counter(manager)
      counter.set(1)
      counter.set(2)
      #expect(manager.groupingLevel == 1 && manager.canUndo)
      manager.undo()
      #expect(counter.value == 0 && manager.groupingLevel == 0)
    }.value
  }

  @Test("Levels are limited; the oldest go")
  func levels() {
    let manager = makeManager()
    manager.levelsOfUndo = 2
    let counter = Counter(manager)
    for value in 1...5 { counter.set(value) }
    while manager.canUndo { manager.undo() }
    #expect(counter.value == 3)
    manager.levelsOfUndo = 1
    manager.redo()
    #expect(!manager.canRedo && counter.value == 4)
  }

  @Test("Nothing is registered while that is disabled, which nests")
  func disabling() {
    let manager = makeManager()
    let counter = Counter(manager)
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    counter.set(1)
    manager.enableUndoRegistration()
    #expect(!manager.canUndo)
    counter.set(2)
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test("The actions of one target can be removed, and those of a target that is gone do nothing")
  func targets() {
    let manager = makeManager()
    let kept = Counter(manager)
    let removed = Counter(manager)
    kept.set(1)
    removed.set(1)
    manager.removeAllActions(withTarget: removed)
    manager.undo()
    #expect(kept.value == 0 && removed.value == 1 && !manager.canUndo)
    Counter(manager).set(1)
    manager.undo()
    #expect(!manager.canRedo)
    kept.set(2)
    manager.disableUndoRegistration()
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo && manager.isUndoRegistrationEnabled)
  }

  @Test("Names belong to groups and go over from undo to redo")
  func names() {
    let manager = makeManager()
    let counter = Counter(manager)
    counter.set(1)
    manager.setActionName("Count")
    manager.setActionIsDiscardable(true)
    #expect(manager.undoActionName == "Count" && manager.undoMenuItemTitle == "Undo Count")
    #expect(manager.undoActionIsDiscardable && manager.redoMenuItemTitle == "Redo")
    manager.undo()
    #expect(manager.redoActionName == "Count" && manager.undoActionName.isEmpty)
    #expect(manager.redoActionIsDiscardable)
  }

  @Test("The undo manager has flags and notifications for undoing and redoing")
  func phases() {
    let manager = makeManager()
    nonisolated(unsafe) var seen: [String] = []
    let names: [(Notification.Name, String)] = [
      (.NSUndoManagerWillUndoChange, "will undo"), (.NSUndoManagerDidUndoChange, "did undo"),
      (.NSUndoManagerWillRedoChange, "will redo"), (.NSUndoManagerDidRedoChange, "did redo"),
      (.NSUndoManagerDidOpenUndoGroup, "open"), (.NSUndoManagerWillCloseUndoGroup, "will close"),
      (.NSUndoManagerDidCloseUndoGroup, "did close"),
    ]
    let tokens = names.map { name, text in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { _ in
        seen.append(text)
      }
    }
    final class Target {}
    let target = Target()
    manager.registerUndo(withTarget: target) { _ in
      seen.append("\(manager.isUndoing) \(manager.isRedoing)")
      manager.registerUndo(withTarget: target) { _ in
        seen.append("\(manager.isUndoing) \(manager.isRedoing)")
      }
    }
    manager.undo()
    manager.redo()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    #expect(
      seen == [
        "open", "will close", "did close", "will undo", "true false", "did undo", "will redo",
        "false true", "did redo",
      ]
    )
  }

  @Test("Groups nested 10,000 deep are undone without recursion")
  func depth() {
    let manager = makeManager()
    let counter = Counter(manager)
    for _ in 0..<10_000 { manager.beginUndoGrouping() }
    counter.set(1)
    for _ in 0..<10_000 { manager.endUndoGrouping() }
    manager.undo()
    #expect(counter.value == 0)
  }
}
