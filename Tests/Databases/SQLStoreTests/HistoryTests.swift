import Foundation
import ObjectRows
import PropertyLists
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("The history of a store") struct HistoryTests {
  private let library: Library

  init() throws { library = try Library(keepsHistory: true) }

  private func transactions(after number: Int64 = 0) throws -> [HistoryTransaction] {
    let question = HistoryQuery(start: .transaction(number), wantsChanges: true)
    return try #require(try library.engine.history(question))
  }

  /// Makes transactions with numbers from 1.
  private func make(_ count: Int) throws {
    for _ in 0..<count { try library.insert("Tag") }
  }

  @Test("A save is a transaction with its author and a change for each object")
  func transaction() throws {
    let books = try library.insert([("Book", ["isbn": "1"]), ("Book", ["isbn": "2"])])
    let author = HistoryAuthor(
      author: "me",
      contextName: "main",
      bundleID: "a.b",
      processID: "test"
    )
    let start = Date().timeIntervalSinceReferenceDate
    try library.save(by: author) { changes, save in
      let tag = try save.takeReferences(ofEntities: [library.entity("Tag").number])[0]
      changes.inserted = [.init(tag, try library.row("Tag", [:]))]
      changes.updated = [try library.change(books[0], ["title": "x"])]
      changes.deleted = [.init(books[1], try library.engine.row(for: books[1]))]
    }
    let made = try #require(try transactions(after: 1).first)
    #expect(made.number == 2 && made.seconds >= start && made.seconds <= start + 60)
    #expect(
      [made.author.author, made.author.contextName, made.author.bundleID, made.author.processID]
        == ["me", "main", "a.b", "test"]
    )
    let changes = try #require(made.changes)
    #expect(changes.map(\.kind) == [.insert, .update, .delete])
    #expect(changes.map(\.number) == [3, 4, 5])
    #expect(changes.map(\.reference.number) == [1, 1, 2])
    #expect(changes[1].properties == [try library.index("title", of: "Book")])
    #expect(try library.engine.lastHistoryTransaction() == 2)
  }

  @Test("History that another program deletes while it is read is whole")
  func deletedMeanwhile() throws {
    let folder = try TestFolder()
    let mine = try folder.library(keepsHistory: true)
    try mine.connection.execute("PRAGMA journal_mode = WAL")
    for _ in 0..<3 { try mine.insert("Tag") }
    let theirs = try folder.library(keepsHistory: true)
    mine.connection.trace { trace in
      guard trace.sql.hasPrefix("SELECT t.Z_PK") else { return }
      #expect(throws: Never.self) { try theirs.engine.deleteHistory(.all) }
    }
    let question = HistoryQuery(start: .transaction(0), wantsChanges: true)
    let found = try #require(try mine.engine.history(question))
    mine.connection.trace(nil)
    #expect(found.map { $0.changes?.count } == [1, 1, 1])
    #expect(try mine.engine.history(question)?.isEmpty == true)
  }

  @Test("The properties of an update are those that have changed, relationships too")
  func properties() throws {
    let author = try library.insert("Author")
    let book = try library.insert("Book")
    let tags = try library.index("tags", of: "Book")
    try library.update(
      book,
      ["pages": 1, "author": .reference(author)],
      members: [MemberChange(tags, added: [])]
    )
    let wanted = try ["pages", "author"].map { try library.index($0, of: "Book") } + [tags]
    #expect(Set(try transactions(after: 2).first?.changes?.first?.properties ?? []) == Set(wanted))
  }

  @Test("The bits of properties follow the names of those that are stored")
  func columns() throws {
    let book = HistoryColumns(try library.entity("Book"))
    // author cover editor fans isbn jacket notes pages | sortTitle tags title
    func index(_ name: String) throws -> Int { try library.index(name, of: "Book") }
    #expect(book.bytes(of: PropertySet()).isEmpty)
    #expect(book.bytes(of: PropertySet([try index("author")])) == [0x80])
    #expect(book.bytes(of: PropertySet([try index("pages")])) == [0x01])
    #expect(book.bytes(of: PropertySet([try index("title")])) == [0, 0x20])
    #expect(
      book.bytes(of: PropertySet([try index("author"), try index("tags")])) == [0x80, 0x40]
    )
    for name in ["author", "pages", "title"] {
      let index = try index(name)
      #expect(book.indices(of: book.bytes(of: PropertySet([index]))) == [index])
    }
    #expect(book.indices(of: [0, 0x1F, 0xFF]).isEmpty)
    #expect(book.indices(of: [0xFF, 0xFF]).count == 11)
    let sample = HistoryColumns(try library.entity("Sample"))
    let scratch = try library.index("scratch", of: "Sample")
    #expect(sample.bytes(of: PropertySet([scratch])).isEmpty)
  }

  @Test("Of a deleted object those values are kept for which the model asks that")
  func tombstones() throws {
    let books = try library.insert([
      ("Book", ["title": "t", "pages": 7, "isbn": "1"]), ("Book", ["isbn": "2"]),
    ])
    let tag = try library.insert("Tag")
    try library.delete(books[0], books[1], tag)
    let changes = try #require(try transactions(after: 2).first?.changes)
    let lists = try changes.map { change in
      try change.tombstone.map { try PropertyList(binary: $0) }
    }
    #expect(lists[2] == nil)
    #expect(
      lists[0]
        == .dictionary(
          PropertyListDictionary([
            .init("pages", .integer(7)), .init("title", .string("t")),
          ])
        )
    )
    #expect(lists[1] == .dictionary(PropertyListDictionary([])))
  }

  @Test("The values of an object whose row was never read are kept, too")
  func tombstoneWithoutRow() throws {
    let book = try library.insert("Book", ["title": "t"])
    library.engine.cache.removeAll()
    try library.save { changes, _ in changes.deleted = [.init(book, nil)] }
    #expect(try transactions(after: 1).first?.changes?.first?.tombstone != nil)
  }

  @Test("Transactions share the texts of their authors")
  func sharedTexts() throws {
    let tag = try library.insert("Tag")
    for author in ["a", "b", "a", "", nil] {
      try library.update(tag, ["label": "x"], by: HistoryAuthor(author: author, processID: "a"))
    }
    #expect(
      try library.query("SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY Z_PK") == [["a"], ["b"]]
    )
    #expect(
      try transactions(after: 1).map(\.author.author) == ["a", "b", "a", nil, nil]
    )
    // Before 2020 Core Data stored the strings in the transactions.
    try library.connection.execute("UPDATE ATRANSACTION SET ZAUTHOR = 'own' WHERE Z_PK = 2")
    #expect(try transactions(after: 1).first?.author.author == "own")
  }

  @Test("A save without changes, or one that is rolled back, is not a transaction")
  func noTransactions() throws {
    try library.save { _, _ in }
    #expect(throws: SQLError.self) {
      try library.insert([("Book", ["isbn": "1"]), ("Book", ["isbn": "1"])])
    }
    #expect(try transactions().isEmpty && library.engine.lastHistoryTransaction() == 0)
    try library.insert("Tag")
    #expect(try transactions().map(\.number) == [1])
  }

  @Test("A store without history has none, and none is written")
  func withoutHistory() throws {
    let library = try Library()
    let tag = try library.insert("Tag")
    try library.delete(tag)
    #expect(try library.engine.lastHistoryTransaction() == nil)
    let question = HistoryQuery(start: .transaction(0), wantsChanges: true)
    #expect(try library.engine.history(question) == nil)
    try library.engine.deleteHistory(.all)
    try HistoryStorage.create(on: library.connection)
    try HistoryStorage.create(on: library.connection)
    #expect(try library.engine.history(question)?.isEmpty == true)
  }

  // MARK: Requests

  @Test(
    "Transactions are requested by a number or a time, with changes or without",
    arguments: [
      (HistoryQuery.Start.transaction(0), [1, 2, 3]), (.transaction(2), [3]),
      (.transaction(3), []), (.transaction(99), []), (.date(15), [2, 3]), (.date(20), [3]),
      (.date(-1e9), [1, 2, 3]), (.date(.infinity), []),
    ] as [(HistoryQuery.Start, [Int64])]
  )
  func questions(start: HistoryQuery.Start, expected: [Int64]) throws {
    try make(3)
    try library.connection.execute("UPDATE ATRANSACTION SET ZTIMESTAMP = Z_PK * 10")
    for wantsChanges in [true, false] {
      let question = HistoryQuery(start: start, wantsChanges: wantsChanges)
      let found = try #require(try library.engine.history(question))
      #expect(found.map(\.number) == expected)
      #expect(found.allSatisfy { $0.changes?.count == (wantsChanges ? 1 : nil) })
    }
  }

  @Test(
    "Parts of the history are deleted, with their changes and what is kept of objects",
    arguments: [
      (HistoryPart.all, []), (.before(3), [3, 4]), (.before(0), [1, 2, 3, 4]),
      (.beforeDate(25), [3, 4]), (.beforeDate(.infinity), []), (.transactions([2, 4, 9]), [1, 3]),
      (.transactions([]), [1, 2, 3, 4]),
    ] as [(HistoryPart, [Int64])]
  )
  func deletion(part: HistoryPart, expected: [Int64]) throws {
    let expected = expected.map { SQLValue.integer($0) }
    for number in 1...2 {
      let book = try library.insert("Book", ["title": .string("\(number)")])
      try library.delete(book)
    }
    try library.connection.execute("UPDATE ATRANSACTION SET ZTIMESTAMP = Z_PK * 10")
    try library.engine.deleteHistory(part)
    #expect(try library.query("SELECT Z_PK FROM ATRANSACTION ORDER BY 1") == expected.map { [$0] })
    #expect(
      try library.query("SELECT DISTINCT ZTRANSACTIONID FROM ACHANGE ORDER BY 1")
        == expected.map { [$0] }
    )
    #expect(
      try library.query("SELECT Z_PK FROM ATOMBSTONE ORDER BY 1")
        == expected.filter { $0 == 2 || $0 == 4 }.map { [$0] }
    )
    // Numbers are not reused.
    #expect(try library.engine.lastHistoryTransaction() == 4)
    try library.insert("Tag")
    #expect(try library.engine.lastHistoryTransaction() == 5)
  }

  @Test(
    "Transactions that were deleted have expired for those who have not seen them",
    arguments: [(0, false), (1, true), (2, true), (3, false), (4, false), (5, false), (9, false)]
  )
  func expiry(number: Int64, isExpired: Bool) throws {
    try make(5)
    try library.engine.deleteHistory(.before(4))
    let question = HistoryQuery(start: .transaction(number), wantsChanges: false)
    guard isExpired else {
      let found = try #require(try library.engine.history(question)).map(\.number)
      #expect(found == [4, 5].filter { $0 > number })
      return
    }
    let error = #expect(throws: StoreError.self) { try library.engine.history(question) }
    guard case .historyExpired? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A history that was deleted completely keeps only its last number")
  func expiryOfAll() throws {
    try make(3)
    try library.engine.deleteHistory(.all)
    #expect(throws: StoreError.self) { try transactions(after: 2) }
    #expect(try transactions(after: 3).isEmpty)
    try make(1)
    #expect(try transactions(after: 3).map(\.number) == [4])
  }

  // MARK: Numbers

  @Test(
    "Numbers of transactions follow the highest one that is recorded or in use",
    arguments: [
      ("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000", 3),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 70 WHERE Z_ENT > 16000", 71),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT > 16000", 3),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = NULL WHERE Z_ENT > 16000", 3),
    ]
  )
  func numbers(statement: String, expected: Int64) throws {
    try make(2)
    try library.connection.execute(statement)
    try make(1)
    #expect(try transactions(after: 2).map(\.number) == [expected])
    #expect(
      try library.query("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002")
        == [[.integer(expected)]]
    )
    #expect(try library.query("SELECT MAX(Z_PK) FROM ACHANGE") == [[.integer(expected)]])
  }

  @Test(
    "Without numbers no transaction is written, and the save is rolled back",
    arguments: ["'text'", "\(Int64.max)"],
    [16_001, 16_002, 16_003]
  )
  func damagedNumbers(literal: String, entity: Int) throws {
    try library.connection.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(literal) WHERE Z_ENT = \(entity)"
    )
    let tag = try library.engine.reserveReferences(ofEntities: [library.entity("Tag").number])[0]
    let error = #expect(throws: StoreError.self) {
      try library.save(by: HistoryAuthor(author: "me")) { changes, _ in
        changes.inserted = [.init(tag, try library.row("Tag", [:]))]
      }
    }
    guard case .corrupt? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try library.numbers("Tag").isEmpty && !library.connection.isInTransaction)
    #expect(try library.query("SELECT * FROM ATRANSACTION").isEmpty)
  }

  @Test("Changes without a name are left out")
  func strangeChanges() throws {
    try make(1)
    let tag = try library.layout("Tag").number
    for values in [
      "2, 0, 99, 1", "3, 7, \(tag), 1", "4, 0, \(tag), 0", "5, NULL, \(tag), 1", "6, 0, 'x', 1",
    ] {
      try library.connection.execute(
        "INSERT INTO ACHANGE(Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)"
          + " VALUES(\(values), 1)"
      )
    }
    #expect(try transactions().first?.changes?.map(\.number) == [1])
  }
}
