import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Saving rows") struct SavingTests {
  private let library: Library

  init() throws { library = try Library() }

  private static func words(_ statements: [String]) -> [String] {
    statements.map { $0.split(separator: " ").prefix(1).joined() }
  }

  @Test("A save is one transaction, whatever it does")
  func oneTransaction() throws {
    let old = try library.insert([("Book", ["isbn": "1"]), ("Book", ["isbn": "2"])])
    let statements = try library.statements {
      try library.save { changes, save in
        let new = try save.takeReferences(
          ofEntities: ["Book", "Tag", "Book"].map { try library.entity($0).number }
        )
        changes.inserted = [
          .init(new[0], try library.row("Book", ["isbn": "3"])),
          .init(
            new[1],
            try library.row("Tag", [:]),
            members: [MemberChange(try library.index("books", of: "Tag"), added: [new[0]])]
          ),
          .init(new[2], try library.row("Book", ["isbn": "4"])),
        ]
        changes.updated = [try library.change(old[0], ["title": "x"])]
        changes.deleted = [.init(old[1], try library.engine.row(for: old[1]))]
      }
    }
    #expect(statements.first?.hasPrefix("BEGIN") == true && statements.last == "COMMIT")
    let words = Self.words(statements)
    #expect(words.count { $0 == "BEGIN" } == 1 && words.count { $0 == "COMMIT" } == 1)
    #expect(words.count { $0 == "DELETE" } >= 1)
    // One for each tree of entities.
    #expect(statements.count { $0.contains("UPDATE Z_PRIMARYKEY") } == 2)
    #expect(try library.numbers("Book") == [1, 3, 4])
  }

  @Test("Deletions are written before updates, and updates before insertions")
  func order() throws {
    let books = try library.insert([("Book", ["isbn": "1"]), ("Book", ["isbn": "2"])])
    try library.save { changes, save in
      let new = try save.takeReferences(ofEntities: [library.entity("Book").number])[0]
      changes.inserted = [.init(new, try library.row("Book", ["isbn": "2"]))]
      changes.updated = [try library.change(books[1], ["isbn": "1"])]
      changes.deleted = [.init(books[0], try library.engine.row(for: books[0]))]
    }
    #expect(try library.query("SELECT Z_PK, ZISBN FROM ZBOOK") == [[2, "1"], [3, "2"]])
  }

  @Test(
    "An update writes the version and the columns that have changed, and no others",
    arguments: [
      (["pages"], ["ZPAGES"]), (["pages", "title"], ["ZTITLE", "ZPAGES"]), ([], []),
      // A derived attribute.
      (["sortTitle"], []), (["sortTitle", "isbn"], ["ZISBN"]),
    ] as [([String], [String])]
  )
  func changedColumns(keys: [String], columns: [String]) throws {
    let book = try library.insert("Book", ["title": "a", "pages": 1])
    let values = Dictionary(
      uniqueKeysWithValues: keys.map { ($0, $0 == "pages" ? 2 : Value.string("b")) }
    )
    let statements = try library.statements { try library.update(book, values) }
    let update = try #require(statements.first { $0.hasPrefix("UPDATE \"ZBOOK\"") })
    let assigned = try #require(update.firstRange(of: " SET ")).upperBound
    let list = update[assigned...].prefix { $0 != "W" }
    #expect(
      Set(list.split(separator: ",").map { $0.filter { $0.isLetter || $0 == "_" } })
        == Set(columns + ["Z_OPT"])
    )
    #expect(statements.count { $0.hasPrefix("UPDATE \"ZBOOK\"") } == 1)
  }

  @Test("To-one keys are written with the place of the object in the order that it has left")
  func changedToOne() throws {
    let authors = try library.insert([("Author", [:]), ("Author", [:])])
    let book = try library.insert("Book", ["author": .reference(authors[0])])
    try library.update(
      authors[0],
      members: [
        MemberChange(try library.index("books", of: "Author"), added: [book], order: [book])
      ]
    )
    let place = try #require(
      try library.query("SELECT name FROM pragma_table_info('ZBOOK') WHERE name LIKE 'Z_FOK%'")
        .first?.first
    )
    guard case .text(let column) = place else {
      Issue.record("There is no place.")
      return
    }
    #expect(try library.query("SELECT \(column) FROM ZBOOK") == [[2_048]])
    try library.update(book, ["author": .reference(authors[1])])
    #expect(try library.query("SELECT \(column) FROM ZBOOK") == [[.null]])
  }

  @Test("An update of nothing but relationships of a fault changes no row")
  func updateWithoutRow() throws {
    let tags = try library.insert([("Tag", [:])])
    let book = try library.insert("Book")
    let change = MemberChange(try library.index("tags", of: "Book"), added: tags, order: tags)
    try library.save { changes, _ in
      changes.updated = [
        .init(
          book,
          nil,
          baseVersion: 1,
          changed: PropertySet([change.index]),
          members: [change]
        )
      ]
    }
    #expect(try library.members("tags", of: book) == [1])
    #expect(try library.query("SELECT Z_OPT FROM ZBOOK") == [[1]])
  }

  @Test("Rows have version 1 after the insertion and one more after each update")
  func versions() throws {
    let book = try library.insert("Book")
    #expect(try library.engine.row(for: book)?.version == 1)
    for version in 2...4 as ClosedRange<Int64> {
      try library.update(book, ["pages": .integer(version)])
      #expect(try library.engine.row(for: book)?.version == version)
      #expect(try library.query("SELECT Z_OPT FROM ZBOOK") == [[.integer(version)]])
    }
  }

  @Test("The last version can be saved, and none after it")
  func lastVersion() throws {
    let book = try library.insert("Book")
    try library.connection.run("UPDATE ZBOOK SET Z_OPT = ?", .integer(.max - 1))
    library.engine.cache.removeAll()
    try library.update(book, ["pages": 1])
    let error = #expect(throws: StoreError.self) { try library.update(book, ["pages": 2]) }
    guard case .corrupt? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try library.stored(book, "pages") == [1])
    try library.delete(book)
  }

  @Test("A row whose version is missing can be changed and deleted, as one of version 0")
  func missingVersion() throws {
    let books = try library.insert([("Book", ["isbn": "1"]), ("Book", ["isbn": "2"])])
    try library.connection.execute("UPDATE ZBOOK SET Z_OPT = NULL")
    library.engine.cache.removeAll()
    try library.update(books[0], ["pages": 3])
    #expect(try library.query("SELECT Z_OPT, ZPAGES FROM ZBOOK WHERE Z_PK = 1") == [[1, 3]])
    try library.delete(books[1])
    #expect(try library.numbers("Book") == [1])
  }

  @Test("An object whose row was never read is deleted; a missing one is not an error")
  func deletions() throws {
    let books = try library.insert([
      ("Book", ["isbn": "1"]), ("Book", ["isbn": "2"]), ("Book", ["isbn": "3"]),
    ])
    let row = try library.engine.row(for: books[1])
    try library.connection.execute("DELETE FROM ZBOOK WHERE Z_PK = 2")
    try library.save { changes, _ in
      changes.deleted = [.init(books[0], nil), .init(books[1], row)]
    }
    #expect(try library.numbers("Book") == [3])
    #expect(library.engine.cache[books[0]] == nil && library.engine.cache[books[1]] == nil)
  }

  @Test("An error in the middle of a save rolls everything back, keys included")
  func rollback() throws {
    try library.insert("Book", ["isbn": "1"])
    #expect(throws: SQLError.self) {
      try library.insert([("Book", ["isbn": "2"]), ("Book", ["isbn": "1"])])
    }
    #expect(!library.connection.isInTransaction)
    #expect(try library.numbers("Book") == [1])
    #expect(try library.insert("Book", ["isbn": "3"]).number == 2)
  }

  @Test("Other contents are written in the same transaction, and their error rolls it back")
  func otherContents() throws {
    struct Refusal: Error {}
    func save(_ other: () throws -> Void) throws {
      let save = library.engine.beginSave()
      defer { library.engine.endSave() }
      var changes = ChangeSet()
      let new = try save.takeReferences(ofEntities: [library.entity("Tag").number])[0]
      changes.inserted = [.init(new, try library.row("Tag", [:]))]
      try save.write(changes, by: HistoryAuthor(), other: other)
      try save.commit()
    }
    #expect(throws: Refusal.self) {
      try save {
        #expect(library.connection.isInTransaction)
        throw Refusal()
      }
    }
    #expect(try library.numbers("Tag").isEmpty)
    try save { try library.connection.execute("DELETE FROM Z_METADATA") }
    #expect(try library.numbers("Tag") == [1])
  }

  @Test("Readers get the saved row itself, unless it has transient values")
  func sharedRows() throws {
    try library.save { changes, save in
      let new = try save.takeReferences(
        ofEntities: ["Tag", "Sample"].map { try library.entity($0).number }
      )
      changes.inserted = [
        .init(new[0], try library.row("Tag", ["label": "x"])),
        .init(new[1], try library.row("Sample", ["text": "y"])),
      ]
    }
    let tag = try library.reference("Tag", 1)
    let row = try #require(try library.engine.row(for: tag))
    #expect(row.isCurrent && row.version == 1 && row === library.engine.cache[tag])
    try library.update(tag, ["label": "z"])
    #expect(!row.isCurrent)
    #expect(row.value(at: try library.index("label", of: "Tag")) == "x")
  }

  @Test("A save gets the to-many relationships that rows do not store")
  func writtenMembers() throws {
    func written(_ name: String) throws -> [String] {
      let entity = try library.entity(name)
      return try library.engine.writtenMembers(of: entity).map { entity.properties[$0].name }
    }
    #expect(try written("Person") == ["friends"])
    #expect(try written("Author") == ["friends", "books"])
    #expect(try written("Book") == ["tags", "notes"])
    #expect(try written("Tag") == ["books"])
    #expect(try written("Sample").isEmpty)
  }
}
