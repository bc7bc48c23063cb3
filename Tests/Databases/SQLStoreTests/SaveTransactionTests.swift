import DiskFaults
import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("The states of a save") struct SaveTransactionTests {
  /// A method call on a save transaction.
  enum Call: String, CaseIterable, Sendable {
    case begin, takeReferences, write, commit, takeBack
  }

  private static let states: [SaveTransaction.State] = [.idle, .begun, .written, .committed]

  /// The state after a call; nil for an invalid call, which changes nothing.
  private static func state(
    after call: Call,
    in state: SaveTransaction.State
  ) -> SaveTransaction.State? {
    switch (state, call) {
    case (.idle, .begin), (.idle, .takeReferences), (.begun, .begin), (.begun, .takeReferences),
      (.committed, .begin), (.committed, .takeReferences):
      .begun
    case (.written, .begin), (.written, .takeReferences): .written
    case (.written, .write): nil
    case (_, .write): .written
    case (.written, .commit): .committed
    case (_, .commit): nil
    case (.committed, .takeBack): .committed
    case (_, .takeBack): .idle
    }
  }

  @Test("Every call in every state", arguments: states, Call.allCases)
  func transitions(state: SaveTransaction.State, call: Call) throws {
    let library = try Library()
    let tag = try library.insert("Tag", ["label": "a"])
    let save = library.engine.beginSave()
    defer { library.engine.endSave() }
    func write(_ label: String) throws {
      try save.write(
        library.updates(library.change(tag, ["label": .string(label)])),
        by: HistoryAuthor()
      )
    }
    switch state {
    case .idle: break
    case .begun: try save.begin()
    case .written: try write("b")
    case .committed:
      try write("b")
      try save.commit()
    }
    #expect(save.state == state)
    let expected = Self.state(after: call, in: state)
    do {
      switch call {
      case .begin: try save.begin()
      case .takeReferences:
        #expect(try save.takeReferences(ofEntities: [tag.entity]).map(\.number) == [2])
      case .write: try write("c")
      case .commit: try save.commit()
      case .takeBack: save.takeBack()
      }
      #expect(expected != nil)
    } catch let error as SQLError {
      #expect(expected == nil && error.kind == .misuse)
    }
    #expect(save.state == expected ?? state)
    #expect(library.connection.isInTransaction == [.begun, .written].contains(save.state))
    #expect(library.engine.save === save)
    library.engine.endSave()
    #expect(!library.connection.isInTransaction && library.engine.save == nil)
    let label: Value = state == .committed || (state == .written && call == .commit) ? "b" : "a"
    #expect(try library.stored(tag, "label") == [label])
  }

  @Test("A save that ends without a commit changes nothing")
  func end() throws {
    let library = try Library()
    let save = library.engine.beginSave()
    let tag = try save.takeReferences(ofEntities: [library.entity("Tag").number])[0]
    var changes = ChangeSet()
    changes.inserted = [.init(tag, try library.row("Tag", [:]))]
    try save.write(changes, by: HistoryAuthor())
    #expect(try library.query("SELECT Z_PK FROM ZTAG") == [[1]])
    library.engine.endSave()
    #expect(try library.query("SELECT Z_PK FROM ZTAG").isEmpty)
    #expect(changes.inserted[0].row.version == 0)
    #expect(library.engine.cache[tag] == nil)
    library.engine.endSave()
  }

  @Test("An empty save writes no transaction of the history")
  func empty() throws {
    let library = try Library(keepsHistory: true)
    try library.save { _, _ in }
    #expect(try library.engine.lastHistoryTransaction() == 0)
    #expect(ChangeSet().isEmpty)
  }

  @Test("Versions are raised with the commit, and can be lowered again")
  func versions() throws {
    let library = try Library()
    let tag = try library.insert("Tag")
    let update = try library.change(tag, ["label": "b"])
    var changes = library.updates(update)
    let save = library.engine.beginSave()
    let new = try save.takeReferences(ofEntities: [tag.entity])[0]
    changes.inserted = [.init(new, try library.row("Tag", [:]))]
    try save.write(changes, by: HistoryAuthor())
    #expect(update.row?.version == 1 && changes.inserted[0].row.version == 0)
    try save.commit()
    library.engine.endSave()
    #expect(update.row?.version == 2 && changes.inserted[0].row.version == 1)
    changes.lowerVersions()
    #expect(update.row?.version == 1 && changes.inserted[0].row.version == 0)
  }

  @Test("A completed save is not reported as uncertain, even if a derived value cannot be read")
  func derivedValues() throws {
    let library = try Library()
    let book = try library.insert("Book", ["title": "A"])
    let save = library.engine.beginSave()
    defer { library.engine.endSave() }
    try save.write(
      library.updates(library.change(book, ["title": "B"])),
      by: HistoryAuthor()
    )
    let statements = try library.statements { try save.commit() }
    #expect(statements.last == "COMMIT")
  }

  // MARK: Failures

  @Test("A transaction that cannot begin in time leaves the save idle")
  func busyBegin() throws {
    let folder = try TestFolder()
    let library = try folder.library()
    let other = try folder.connect()
    try other.begin(.write)
    let save = library.engine.beginSave()
    let error = #expect(throws: SQLError.self) { try save.begin() }
    #expect(error?.kind == .busy && save.state == .idle)
    try other.rollBack()
    try save.begin()
    #expect(save.state == .begun)
    library.engine.endSave()
    #expect(try library.insert("Tag").number == 1)
  }

  @Test("A commit that a reader blocks is rolled back, and the save can be repeated")
  func busyCommit() throws {
    let folder = try TestFolder()
    let library = try folder.library()
    let sample = try library.insert("Sample", ["text": "a"])
    let other = try folder.connect()
    try other.begin(.read)
    #expect(try other.value("SELECT COUNT(*) FROM ZSAMPLE") == 1)
    let save = library.engine.beginSave()
    defer { library.engine.endSave() }
    let picture = Value.data(Data(repeating: 1, count: 200_000))
    let update = try library.change(sample, ["text": "b", "picture": picture])
    try save.write(library.updates(update), by: HistoryAuthor())
    #expect(folder.externalFiles.count == 1)
    let error = #expect(throws: SQLError.self) { try save.commit() }
    #expect(error?.kind == .busy && save.state == .idle)
    #expect(!library.connection.isInTransaction && folder.externalFiles.isEmpty)
    #expect(update.row?.version == 1)
    #expect(try library.stored(sample, "text") == ["a"])
    try other.rollBack()
    try save.write(library.updates(update), by: HistoryAuthor())
    try save.commit()
    #expect(try other.rows("SELECT ZTEXT, Z_OPT FROM ZSAMPLE") == [["b", 2]])
    #expect(folder.externalFiles.count == 1)
  }

  @Test(
    "A disk that fails while a save is written or committed leaves what there was",
    arguments: FaultyDisk.Fault.allCases,
    1...6
  )
  func faultyDisk(fault: FaultyDisk.Fault, call: Int) throws {
    let folder = try TestFolder()
    let disk = try FaultyDisk()
    let library = try folder.library(vfs: disk.name)
    let tag = try library.insert("Tag", ["label": "a"])
    disk.fail(call: call, fault, lasts: true)
    let update = try library.change(tag, ["label": "b"])
    var isSaved = true
    do { try library.save { changes, _ in changes.updated = [update] } } catch {
      isSaved = false
      #expect(error is SQLError)
    }
    disk.heal()
    library.connection.close()
    let again = try folder.library()
    let expected: Value = isSaved ? "b" : "a"
    #expect(try again.stored(tag, "label") == [expected])
    #expect(update.row?.version == (isSaved ? 2 : 1))
    #expect(try again.connection.value("PRAGMA integrity_check") == "ok")
  }

  @Test("A save that begins after others have saved detects it once, and finds no row in the cache")
  func news() throws {
    let folder = try TestFolder()
    let mine = try folder.library()
    try mine.engine.noteState()
    let tag = try mine.insert("Tag", ["label": "a"])
    let theirs = try folder.library()

    /// Whether a transaction has changes by others, and whether the row is cached afterwards.
    func begin() throws -> [Bool] {
      _ = try mine.engine.row(for: tag)
      let save = mine.engine.beginSave()
      defer { mine.engine.endSave() }
      try save.begin()
      return [save.noteOtherSaves(), save.noteOtherSaves(), mine.engine.cache[tag] != nil]
    }
    #expect(try begin() == [false, false, true])
    try theirs.update(tag, ["label": "b"])
    #expect(try begin() == [true, false, false])
    // The transaction was rolled back, but what it has read is still known.
    #expect(try begin() == [false, false, true])
    try mine.update(tag, ["label": "c"])
    #expect(try begin() == [false, false, true])
    // A transaction that is not a save leaves the changes by others to the next save.
    try theirs.connection.execute("UPDATE ZTAG SET ZLABEL = 'd', Z_OPT = Z_OPT + 1")
    try mine.engine.writing {}
    #expect(mine.engine.cache[tag] != nil)
    #expect(try begin() == [true, false, false])
  }
}
