import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Batch updates") struct BatchUpdateTests {
  private let folder: TestFolder
  private let library: Library
  private let books: [Reference]

  init() throws {
    folder = try TestFolder()
    library = try folder.library(keepsHistory: true)
    books = try library.insert(
      (1...3).map { ("Book", ["isbn": .string("\($0)"), "pages": .integer($0), "title": "old"]) }
    )
  }

  private func update(
    _ keys: [String],
    of name: String = "Book",
    _ values: BatchUpdate.Values,
    where condition: String? = nil
  ) throws -> [Reference] {
    try BatchUpdate(
      library.entity(name),
      keys.map { try library.index($0, of: name) },
      values,
      in: library.engine
    ).run(
      {
        #expect(library.connection.isInTransaction)
        return try library.engine.references(
          of: library.question(name, condition),
          library.constants()
        )
      },
      by: HistoryAuthor(author: "batch")
    )
  }

  @Test("Objects get the same values with one statement, and a higher version")
  func constant() throws {
    let row = try library.row("Book", ["title": "new", "pages": 99])
    let statements = try library.statements { () throws in
      #expect(
        try update(["title"], .constant(row), where: "pages > 1").map(\.number) == [2, 3]
      )
    }
    #expect(statements.count { $0.hasPrefix("UPDATE \"ZBOOK\"") } == 1)
    #expect(
      try library.query("SELECT ZTITLE, ZPAGES, Z_OPT FROM ZBOOK")
        == [["old", 1, 1], ["new", 2, 2], ["new", 3, 2]]
    )
  }

  @Test("A missing value counts as a value, and so does a relationship")
  func noneAndRelationships() throws {
    let author = try library.insert("Author")
    _ = try update(
      ["title", "editor"],
      .constant(library.row("Book", ["editor": .reference(author)]))
    )
    #expect(try library.stored(books[0], "title", "editor") == [Value.none, .reference(author)])
  }

  @Test("Values are computed for each object")
  func computed() throws {
    let found = try update(
      ["pages", "title"],
      .computed { reference in
        try library.row("Book", ["pages": .integer(reference.number * 10), "title": "n"])
      },
      where: "pages != 2"
    )
    #expect(found.map(\.number) == [1, 3])
    #expect(
      try library.query("SELECT ZPAGES, ZTITLE FROM ZBOOK") == [
        [10, "n"], [2, "old"], [30, "n"],
      ]
    )
  }

  @Test("An error while values are computed rolls everything back")
  func failure() throws {
    struct Enough: Error {}
    let cover = Value.data(Data(repeating: 1, count: 200_000))
    #expect(throws: Enough.self) {
      try update(
        ["cover"],
        .computed { reference in
          guard reference.number < 3 else { throw Enough() }
          return try library.row("Book", ["cover": cover])
        }
      )
    }
    #expect(folder.externalFiles.isEmpty && !library.connection.isInTransaction)
    #expect(try library.query("SELECT DISTINCT Z_OPT FROM ZBOOK") == [[1]])
  }

  @Test("Every object has a file of its own for a large value, and old files go")
  func files() throws {
    func row(_ byte: UInt8) throws -> BatchUpdate.Values {
      .constant(
        try library.row("Book", ["cover": .data(Data(repeating: byte, count: 200_000))])
      )
    }
    _ = try update(["cover"], row(1))
    let first = folder.externalFiles
    #expect(first.count == 3)
    _ = try update(["cover"], row(2), where: "pages == 1")
    #expect(
      folder.externalFiles.count == 3 && Set(first).intersection(folder.externalFiles).count == 2
    )
    _ = try update(["cover"], .constant(library.row("Book", [:])))
    #expect(folder.externalFiles.isEmpty)
  }

  @Test("Objects of subentities get the values of the properties that they inherit")
  func subentities() throws {
    let people = try library.insert([
      ("Person", ["name": "a"]), ("Author", ["name": "b"]), ("Reader", ["name": "c", "card": "x"]),
    ])
    let born = Value.date(Date(timeIntervalSinceReferenceDate: 5))
    let row = try library.row("Person", ["born": born])
    #expect(try update(["born"], of: "Person", .constant(row)) == people)
    for person in people { #expect(try library.stored(person, "born") == [born]) }
    #expect(try library.stored(people[2], "card") == ["x"])
  }

  @Test("A unique value for several objects is refused")
  func uniqueValues() throws {
    let error = #expect(throws: SQLError.self) {
      try update(["isbn"], .constant(library.row("Book", ["isbn": "x"])))
    }
    #expect(error?.kind == .uniqueConstraint && !library.connection.isInTransaction)
    #expect(try library.query("SELECT ZISBN FROM ZBOOK") == [["1"], ["2"], ["3"]])
  }

  @Test("Nothing to change is no transaction")
  func nothing() throws {
    let history = try library.engine.lastHistoryTransaction()
    let statements = try library.statements { () throws in
      #expect(try update([], .constant(library.row("Book", [:]))).isEmpty)
    }
    #expect(statements.isEmpty)
    let row = try library.row("Book", ["title": "new"])
    #expect(try update(["title"], .constant(row), where: "FALSEPREDICATE").isEmpty)
    #expect(try library.engine.lastHistoryTransaction() == history)
  }

  @Test("The history has the properties that were assigned")
  func history() throws {
    let row = try library.row("Book", ["title": "new"])
    _ = try update(["title", "pages"], .constant(row), where: "pages == 2")
    let question = HistoryQuery(start: .transaction(1), wantsChanges: true)
    let transactions = try #require(try library.engine.history(question))
    #expect(transactions.map(\.author.author) == ["batch"])
    let change = try #require(transactions[0].changes?.first)
    #expect(change.kind == .update && change.reference == books[1])
    #expect(
      Set(change.properties)
        == Set([try library.index("title", of: "Book"), try library.index("pages", of: "Book")])
    )
  }

  @Test("An object of the last version cannot be changed")
  func lastVersion() throws {
    try library.connection.run("UPDATE ZBOOK SET Z_OPT = ? WHERE Z_PK = 2", .integer(.max))
    #expect(throws: SQLError.self) {
      try update(["title"], .constant(library.row("Book", ["title": "new"])))
    }
    #expect(try library.query("SELECT DISTINCT ZTITLE FROM ZBOOK") == [["old"]])
  }
}
