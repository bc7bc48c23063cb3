import ManagedModel
import ModelEditing
import Testing

struct EditHistoryTests {
  @Test("Hundreds of steps are undone and redone")
  func undoesAndRedoes() throws {
    var history = EditHistory(EditSample.model)
    for number in 0..<300 {
      try history.apply([.add(ElementPath(.attribute, "Team", "a\(number)"), [], .automatic)])
    }
    let last = history.model
    #expect(history.undoTitle == "add attribute 'Team.a299'")
    var undone: [Bool] = []
    for _ in 0...300 { undone.append(history.undo()) }
    #expect(undone == Array(repeating: true, count: 300) + [false])
    #expect(history.model == EditSample.model)
    #expect(!history.isChanged)
    var redone: [Bool] = []
    for _ in 0...300 { redone.append(history.redo()) }
    #expect(redone == Array(repeating: true, count: 300) + [false])
    #expect(history.model == last)
  }

  @Test("A group of edits is made as a whole or not at all")
  func isAtomic() {
    var history = EditHistory(EditSample.model)
    #expect(throws: EditProblem.self) {
      try history.apply([
        .add(ElementPath(.entity, "Coach"), [], .automatic),
        .add(ElementPath(.entity, "Team"), [], .automatic),
      ])
    }
    #expect(history.model == EditSample.model)
    #expect(history.undoTitle == nil)
  }

  @Test("A new edit clears the redo stack")
  func forgetsTheFuture() throws {
    var history = EditHistory(EditSample.model)
    try history.apply([.add(ElementPath(.entity, "Coach"), [], .automatic)])
    history.undo()
    try history.apply([.add(ElementPath(.entity, "Cup"), [], .automatic)])
    #expect(history.redoTitle == nil)
    history.markSaved()
    #expect(!history.isChanged)
    history.undo()
    #expect(history.isChanged)
  }
}
