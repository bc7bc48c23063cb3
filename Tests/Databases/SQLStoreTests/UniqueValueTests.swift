import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Unique values") struct UniqueValueTests {
  private let library: Library

  init() throws { library = try Library() }

  private func isbns() throws -> [[SQLValue]] {
    try library.query("SELECT ZISBN FROM ZBOOK ORDER BY Z_PK")
  }

  @Test(
    "Objects exchange unique values",
    arguments: [["2", "1", "3"], ["2", "3", "1"], ["3", "2", "1"], ["2", "3", "4"]]
  )
  func exchange(wanted: [String]) throws {
    let books = try library.insert(["1", "2", "3"].map { ("Book", ["isbn": .string($0)]) })
    try library.save { changes, _ in
      changes.updated = try zip(books, wanted).map {
        try library.change($0, ["isbn": .string($1), "pages": 1])
      }
    }
    #expect(try isbns() == wanted.map { [.text($0)] })
    #expect(try library.query("SELECT DISTINCT Z_OPT FROM ZBOOK") == [[2]])
  }

  @Test("Values of objects that change nothing unique are not touched")
  func otherChanges() throws {
    let books = try library.insert(["1", "2"].map { ("Book", ["isbn": .string($0)]) })
    let statements = try library.statements {
      try library.save { changes, _ in
        changes.updated = try books.map { try library.change($0, ["pages": 1]) }
      }
    }
    #expect(!statements.contains { $0.contains("NULL") })
    #expect(try isbns() == [["1"], ["2"]])
  }

  @Test("Unique values of entities of one tree are exchanged, too")
  func subentities() throws {
    let people = try library.insert([("Author", ["name": "a"]), ("Reader", ["name": "b"])])
    try library.save { changes, _ in
      changes.updated = [
        try library.change(people[0], ["name": "b"]), try library.change(people[1], ["name": "a"]),
      ]
    }
    #expect(try library.query("SELECT ZNAME FROM ZPERSON ORDER BY Z_PK") == [["b"], ["a"]])
  }

  @Test("A value that an object keeps is refused, and nothing is written")
  func refusal() throws {
    let books = try library.insert(["1", "2", "3"].map { ("Book", ["isbn": .string($0)]) })
    let error = #expect(throws: SQLError.self) {
      try library.save { changes, _ in
        changes.updated = [
          try library.change(books[0], ["isbn": "2"]), try library.change(books[1], ["isbn": "3"]),
        ]
      }
    }
    #expect(error?.kind == .uniqueConstraint)
    #expect(try isbns() == [["1"], ["2"], ["3"]])
  }

  @Test("A conflict among objects that exchange values is detected, and nothing is written")
  func conflict() throws {
    let books = try library.insert(["1", "2"].map { ("Book", ["isbn": .string($0)]) })
    let updates = try zip(books, ["2", "1"]).map {
      try library.change($0, ["isbn": .string($1)])
    }
    try library.connection.execute("UPDATE ZBOOK SET Z_OPT = 7 WHERE Z_PK = 1")
    let error = #expect(throws: (any Error).self) {
      try library.save { changes, _ in changes.updated = updates }
    }
    guard case StoreError.conflicts(let conflicts)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conflicts.map(\.reference) == [books[0]])
    #expect(try isbns() == [["1"], ["2"]])
  }

  // MARK: Holders

  private func holder(_ name: String, _ values: Value...) throws -> Reference? {
    let entity = try library.entity(name)
    guard let constraint = entity.constraints.last, let key = ConstraintKey(values) else {
      return nil
    }
    return try library.engine.reference(having: key, of: constraint)
  }

  @Test("The object with unique values is found, of whichever entity of the tree it is")
  func holders() throws {
    let author = try library.insert("Author", ["name": "a"])
    let id = UUID()
    let badge = try library.insert("Badge", ["number": 4, "series": .uuid(id)])
    #expect(try holder("Person", "a") == author && holder("Reader", "a") == author)
    #expect(try holder("Person", "b") == nil)
    #expect(try holder("Badge", 4, .uuid(id)) == badge)
    #expect(try holder("Badge", 5, .uuid(id)) == nil && holder("Badge", 4, .none) == nil)
    #expect(try holder("Badge", 4, .box("x")) == nil)
    #expect(!library.connection.isInTransaction)
  }

  @Test("In a save holders are searched for in its transaction, with what it has written")
  func holdersInSave() throws {
    let save = library.engine.beginSave()
    defer { library.engine.endSave() }
    #expect(try holder("Book", "1") == nil)
    #expect(save.state == .begun && library.connection.isInTransaction)
    var changes = ChangeSet()
    let new = try save.takeReferences(ofEntities: [library.entity("Book").number])[0]
    changes.inserted = [.init(new, try library.row("Book", ["isbn": "1"]))]
    try save.write(changes, by: HistoryAuthor())
    #expect(try holder("Book", "1") == new)
    save.takeBack()
    #expect(try holder("Book", "1") == nil)
  }

  @Test("A row whose entity does not belong to the table is no object")
  func strayHolder() throws {
    try library.connection.execute("INSERT INTO ZPERSON(Z_ENT, Z_OPT, ZNAME) VALUES(99, 1, '1')")
    #expect(try holder("Person", "1") == nil)
  }

  @Test("A constraint of an entity that the store lacks has no holders")
  func unknownEntity() throws {
    let constraint = EntityConstraint(entity: 1, names: ["a"], indices: [0])
    let key = try #require(ConstraintKey(["x"]))
    #expect(try library.engine.reference(having: key, of: constraint) == nil)
  }
}
