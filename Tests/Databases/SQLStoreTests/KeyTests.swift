import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Keys of new objects") struct KeyTests {
  private let library: Library

  init() throws { library = try Library() }

  private func setHighest(_ literal: String, of name: String) throws {
    let root = try library.layout(name).root
    try library.connection.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(literal) WHERE Z_ENT = \(root)"
    )
  }

  private func highest(_ name: String) throws -> SQLValue {
    let root = Int64(try library.layout(name).root)
    return try library.connection.value(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
      .integer(root)
    )
  }

  @Test(
    "The objects of a tree of entities have keys of one sequence, in the order of requests"
  )
  func trees() throws {
    let names = ["Author", "Tag", "Author", "Person", "Person", "Tag", "Reader"]
    let references = try library.engine.reserveReferences(
      ofEntities: names.map { try library.entity($0).number }
    )
    #expect(references.map(\.number) == [1, 1, 2, 3, 4, 2, 5])
    #expect(try references.map { try library.name(of: $0) } == names)
    #expect(try highest("Person") == 5 && highest("Tag") == 2 && highest("Author") == 5)
  }

  @Test(
    "The next key is above the recorded one and above all in use",
    arguments: [
      ("0", nil, 1), ("7", nil, 8), ("7", 3, 8), ("3", 7, 8), ("NULL", nil, 1), ("NULL", 7, 8),
      ("-5", nil, 1), ("-5", -3, 1), ("NULL", -3, 1), ("2.0", nil, 3),
      ("\(Int64.max - 1)", nil, .max),
    ] as [(String, Int64?, Int64)]
  )
  func next(recorded: String, inUse: Int64?, expected: Int64) throws {
    try setHighest(recorded, of: "Tag")
    if let inUse {
      try library.connection.run(
        "INSERT INTO ZTAG(Z_PK, Z_ENT, Z_OPT) VALUES(?, ?, 1)",
        .integer(inUse),
        .integer(Int64(try library.layout("Tag").number))
      )
    }
    let tag = try library.insert("Tag")
    #expect(tag.number == expected)
    #expect(try highest("Tag") == .integer(expected))
    #expect(try library.query("SELECT Z_PK FROM ZTAG WHERE Z_PK > 0").last == [.integer(expected)])
  }

  @Test(
    "Without a number for the highest key there are no keys, and nothing changes",
    arguments: ["'text'", "X'01'", "1.5", "\(Int64.max)"]
  )
  func damagedNumber(literal: String) throws {
    try setHighest(literal, of: "Tag")
    let before = try highest("Tag")
    let error = #expect(throws: StoreError.self) { try library.insert("Tag") }
    guard case .corrupt? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(throws: StoreError.self) {
      try library.engine.reserveReferences(ofEntities: [library.entity("Tag").number])
    }
    #expect(!library.connection.isInTransaction)
    #expect(try library.numbers("Tag").isEmpty && highest("Tag") == before)
    #expect(try library.insert("Book").number == 1)
  }

  @Test("A tree that is not in Z_PRIMARYKEY has no keys")
  func missingRow() throws {
    let root = try library.layout("Tag").root
    try library.connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = \(root)")
    let error = #expect(throws: StoreError.self) { try library.insert("Tag") }
    guard case .corrupt(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("Z_PRIMARYKEY") && reason.contains("\(root)"))
  }

  @Test("Keys that run out in the middle of a request are not given at all")
  func exhausted() throws {
    try setHighest("\(Int64.max - 1)", of: "Tag")
    let number = try library.entity("Tag").number
    #expect(throws: StoreError.self) {
      try library.engine.reserveReferences(ofEntities: [number, number])
    }
    #expect(try library.engine.reserveReferences(ofEntities: [number]).map(\.number) == [.max])
    #expect(throws: StoreError.self) { try library.engine.reserveReferences(ofEntities: [number]) }
  }

  @Test("Keys that were reserved outside of a save are never given again")
  func reservation() throws {
    let number = try library.entity("Tag").number
    #expect(try library.engine.reserveReferences(ofEntities: [number]).map(\.number) == [1])
    #expect(try library.engine.reserveReferences(ofEntities: []).isEmpty)
    let statements = try library.statements {
      _ = try library.engine.reserveReferences(ofEntities: [number])
    }
    #expect(statements.first?.hasPrefix("BEGIN") == true && statements.last == "COMMIT")
    #expect(try library.insert("Tag").number == 3)
  }

  @Test("Keys of a save that is rolled back are reused, those of deleted objects are not")
  func keysOfSaves() throws {
    let number = try library.entity("Tag").number
    let save = library.engine.beginSave()
    #expect(try save.takeReferences(ofEntities: [number, number]).map(\.number) == [1, 2])
    #expect(try save.takeReferences(ofEntities: [number]).map(\.number) == [3])
    save.takeBack()
    #expect(try save.takeReferences(ofEntities: [number]).map(\.number) == [1])
    library.engine.endSave()
    let tag = try library.insert("Tag")
    try library.delete(tag)
    #expect(try library.insert("Tag").number == 2)
  }

  @Test(
    "The highest key is only read if others, or a save that was rolled back, may have changed it"
  )
  func rereading() throws {
    let folder = try TestFolder()
    let mine = try folder.library()
    let theirs = try folder.library()
    let number = try mine.entity("Tag").number
    func insertedTag(readsKey: Bool) throws -> Int64 {
      var tag: Reference?
      let statements = try mine.statements { tag = try mine.insert("Tag") }
      #expect(statements.contains { $0.contains("SELECT Z_MAX") } == readsKey)
      #expect(statements.contains { $0.hasPrefix("UPDATE Z_PRIMARYKEY") })
      return try #require(tag).number
    }
    #expect(try insertedTag(readsKey: true) == 1)
    #expect(try insertedTag(readsKey: false) == 2)
    #expect(try theirs.insert("Tag").number == 3)
    #expect(try insertedTag(readsKey: true) == 4)
    #expect(try insertedTag(readsKey: false) == 5)

    let save = mine.engine.beginSave()
    #expect(try save.takeReferences(ofEntities: [number, number]).map(\.number) == [6, 7])
    save.takeBack()
    mine.engine.endSave()
    #expect(try insertedTag(readsKey: true) == 6)

    // What others commit may be noted without a save too.
    #expect(try theirs.insert("Tag").number == 7)
    try mine.engine.noteState()
    #expect(try insertedTag(readsKey: true) == 8)

    // Keys of another entity are not known by these.
    let statements = try mine.statements { try mine.insert("Note") }
    #expect(statements.contains { $0.contains("SELECT Z_MAX") })
    #expect(try insertedTag(readsKey: false) == 9)
  }

  @Test("A save that the database rolls back by itself does not lose its keys")
  func failedSave() throws {
    let book = try library.insert("Book", ["isbn": .string("1")])
    // The ISBN of a book is unique.
    #expect(throws: (any Error).self) {
      try library.insert([("Book", ["isbn": .string("2")]), ("Book", ["isbn": .string("1")])])
    }
    #expect(try library.insert("Book", ["isbn": .string("3")]).number == book.number + 1)
    #expect(try highest("Book") == .integer(book.number + 1))
  }

  @Test("An unknown entity among others takes no keys")
  func unknownEntity() throws {
    let number = try library.entity("Tag").number
    #expect(throws: StoreError.self) {
      try library.engine.reserveReferences(ofEntities: [number, 1])
    }
    #expect(try highest("Tag") == 0)
  }
}
