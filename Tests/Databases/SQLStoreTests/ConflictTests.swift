import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Conflicts with other connections") struct ConflictTests {
  private let folder: TestFolder
  private let mine: Library
  private let theirs: Library
  private let books: [Reference]

  init() throws {
    folder = try TestFolder()
    mine = try folder.library(keepsHistory: true)
    theirs = try folder.library(keepsHistory: true)
    books = try mine.insert([
      ("Book", ["isbn": "1", "title": "old"]), ("Book", ["isbn": "2", "title": "old"]),
      ("Book", ["isbn": "3", "title": "old"]),
    ])
  }

  /// The conflicts of a save that fails.
  private func conflicts(
    _ body: (inout ChangeSet, SaveTransaction) throws -> Void
  ) throws -> [StoreConflict] {
    let error = #expect(throws: StoreError.self) { try mine.save(body) }
    #expect(!mine.connection.isInTransaction)
    guard case .conflicts(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return []
    }
    return conflicts
  }

  private func title(_ row: Row?) throws -> Value? {
    row?.value(at: try mine.index("title", of: "Book"))
  }

  @Test("An update of a row that was changed has the cached row and the one in the store")
  func changedRow() throws {
    let change = try mine.change(books[0], ["title": "mine"])
    try theirs.update(books[0], ["title": "theirs"])
    let found = try conflicts { changes, _ in changes.updated = [change] }
    #expect(found.map(\.reference) == [books[0]])
    #expect(try title(found.first?.cached) == "old")
    #expect(try title(found.first?.persisted) == "theirs")
    #expect(found.first?.persisted?.version == 2 && change.row?.version == 1)
  }

  @Test("An update of a row that was deleted has no row in the store")
  func deletedRow() throws {
    let change = try mine.change(books[0], ["title": "mine"])
    try theirs.delete(books[0])
    let found = try conflicts { changes, _ in changes.updated = [change] }
    #expect(found.count == 1 && found.first?.persisted == nil)
    #expect(try title(found.first?.cached) == "old")
    #expect(mine.engine.cache[books[0]] == nil)
  }

  @Test("Deleting a changed row is a conflict; deleting a missing row is not")
  func deletion() throws {
    let rows = try books.map { try mine.engine.row(for: $0) }
    try theirs.update(books[0], ["title": "theirs"])
    try theirs.delete(books[1])
    let found = try conflicts { changes, _ in
      changes.deleted = [.init(books[0], rows[0]), .init(books[1], rows[1])]
    }
    #expect(found.map(\.reference) == [books[0]])
    #expect(try title(found.first?.persisted) == "theirs")
    try mine.save { changes, _ in changes.deleted = [.init(books[1], rows[1])] }
  }

  @Test("A row that the cache does not have has no cached row in its conflict")
  func withoutCachedRow() throws {
    let change = try mine.change(books[0], ["title": "mine"])
    try theirs.update(books[0], ["title": "theirs"])
    mine.engine.cache.removeAll()
    let found = try conflicts { changes, _ in changes.updated = [change] }
    #expect(found.count == 1 && found.first?.cached == nil)
  }

  @Test("All conflicts of a save are found, and nothing of it is written")
  func several() throws {
    let updates = try books.map { try mine.change($0, ["title": "mine"]) }
    try theirs.update(books[0], ["title": "theirs"])
    try theirs.update(books[2], ["title": "theirs"])
    let history = try mine.engine.lastHistoryTransaction()
    let found = try conflicts { changes, save in
      let tag = try save.takeReferences(ofEntities: [mine.entity("Tag").number])[0]
      changes.inserted = [.init(tag, try mine.row("Tag", [:]))]
      changes.updated = updates
    }
    #expect(found.map(\.reference) == [books[0], books[2]])
    #expect(updates.map(\.row?.version) == [1, 1, 1])
    #expect(try mine.query("SELECT ZTITLE FROM ZBOOK") == [["theirs"], ["old"], ["theirs"]])
    #expect(try mine.numbers("Tag").isEmpty)
    #expect(try mine.engine.lastHistoryTransaction() == history)
    #expect(try mine.insert("Tag").number == 1)
  }

  @Test("The same save writes again after a conflict, and gives the keys again")
  func retry() throws {
    let stale = try mine.change(books[0], ["title": "mine"])
    try theirs.update(books[0], ["title": "theirs"])
    let save = mine.engine.beginSave()
    defer { mine.engine.endSave() }
    let entity = try mine.entity("Tag").number
    func changes(_ update: ChangeSet.Update) throws -> ChangeSet {
      let tag = try save.takeReferences(ofEntities: [entity])[0]
      #expect(tag.number == 1)
      var changes = mine.updates(update)
      changes.inserted = [.init(tag, try mine.row("Tag", ["label": "x"]))]
      return changes
    }
    #expect(throws: StoreError.self) { try save.write(changes(stale), by: HistoryAuthor()) }
    #expect(save.state == .idle && !mine.connection.isInTransaction)
    let fresh = try mine.change(books[0], ["title": "mine"])
    #expect(fresh.baseVersion == 2)
    try save.write(changes(fresh), by: HistoryAuthor())
    try save.commit()
    #expect(try theirs.query("SELECT ZTITLE, Z_OPT FROM ZBOOK WHERE Z_PK = 1") == [["mine", 3]])
    #expect(try mine.numbers("Tag") == [1])
  }

  @Test("Rows of a transaction that is rolled back are not cached")
  func cacheOfConflicts() throws {
    try mine.connection.execute(
      """
      CREATE TRIGGER touch AFTER DELETE ON ZBOOK BEGIN
      UPDATE ZBOOK SET ZTITLE = 'by trigger', Z_OPT = Z_OPT + 1; END;
      """
    )
    let stale = try mine.change(books[0], ["title": "mine"])
    let row = try mine.engine.row(for: books[1])
    let found = try conflicts { changes, _ in
      changes.deleted = [.init(books[1], row)]
      changes.updated = [stale]
    }
    #expect(found.count == 1)
    #expect(try title(mine.engine.row(for: books[0])) == "old")
    #expect(try mine.engine.row(for: books[0])?.version == 1)
  }
}
