import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Reading rows of given objects") struct ReadingTests {
  private let library: Library
  private let people: [Reference]

  init() throws {
    library = try Library()
    people = try library.insert(
      (1...9).map { (["Author", "Reader", "Person"][$0 % 3], ["name": .string("\($0)")]) }
    )
    library.engine.cache.removeAll()
  }

  private func name(_ row: Row?) throws -> Value? {
    row?.value(at: try library.index("name", of: "Person"))
  }

  @Test("A row is read once, and again when the current row is requested")
  func singleRow() throws {
    let statements = try library.statements { () throws in
      #expect(try name(library.engine.row(for: people[0])) == "1")
      #expect(try name(library.engine.row(for: people[0])) == "1")
    }
    #expect(statements.count == 1)
    try library.connection.execute("UPDATE ZPERSON SET ZNAME = 'x', Z_OPT = 2 WHERE Z_PK = 1")
    #expect(try name(library.engine.row(for: people[0])) == "1")
    #expect(try name(library.engine.storedRow(for: people[0])) == "x")
    #expect(try name(library.engine.row(for: people[0])) == "x")
    try library.connection.execute("DELETE FROM ZPERSON WHERE Z_PK = 1")
    #expect(try library.engine.storedRow(for: people[0]) == nil)
    #expect(try library.engine.row(for: people[0]) == nil)
  }

  @Test("An object of another entity is not the one with the same key")
  func otherEntity() throws {
    let reference = try library.reference("Person", people[0].number)
    #expect(try library.name(of: people[0]) == "Reader")
    #expect(try library.engine.row(for: reference) == nil)
    #expect(try library.engine.row(for: library.reference("Person", 99)) == nil)
    #expect(try library.engine.row(for: library.reference("Person", -1)) == nil)
  }

  @Test(
    "Many rows are read with one statement for each tree of entities",
    arguments: [
      [1, 2, 3, 4], [1, 3, 5], [9, 1], [4], [7, 8, 9], [3, 3], [1, 2, 99], [],
    ] as [[Int64]]
  )
  func manyRows(numbers: [Int64]) throws {
    let wanted = try numbers.map { number in
      try people.first { $0.number == number } ?? library.reference("Person", number)
    }
    let book = try library.insert("Book", ["title": "b"])
    library.engine.cache.removeAll()
    let statements = try library.statements {
      try library.engine.readRows(of: wanted + [book])
    }
    #expect(statements.count == (numbers.isEmpty ? 1 : 2))
    for reference in wanted where reference.number < 99 {
      #expect(try name(library.engine.cache[reference]) == .string("\(reference.number)"))
    }
    #expect(library.engine.cache[book] != nil)
    for person in people where !numbers.contains(person.number) {
      #expect(library.engine.cache[person] == nil)
    }
    #expect(try library.statements { try library.engine.readRows(of: wanted) }.count <= 1)
  }

  @Test("Objects of entities that the store lacks are left out")
  func unknownEntities() throws {
    try library.engine.readRows(of: [Reference(number: 1, entity: 1, store: 3), .none, people[0]])
    #expect(library.engine.cache[people[0]] != nil)
  }

  @Test(
    "Keys that follow one another are a range",
    arguments: [
      ([1, 2, 3], true), ([7, 8], true), ([1, 3, 2, 4], false), ([1, 2, 4], false),
      ([4, 3], false),
      ([2, 2, 3], false), ([5], false), ([], false), ([.min, .max], false),
      ([.max - 1, .max], true), ([1, 3, 3], false), ([.max, .min], false),
    ] as [([Int64], Bool)]
  )
  func ranges(keys: [Int64], isRange: Bool) {
    let range = StoreEngine.range(of: keys)
    #expect((range != nil) == isRange)
    if let range { #expect(Array(range) == keys) }
  }

  // MARK: Related objects

  @Test("Related objects have prefetched rows if their values are small")
  func related() throws {
    let note = try library.insert("Note", ["text": "n"])
    let book = try library.insert("Book")
    try library.update(
      book,
      members: [MemberChange(try library.index("notes", of: "Book"), added: [note])]
    )
    let notes = try library.engine.related(to: book, at: library.index("notes", of: "Book"))
    #expect(notes.references == [note] && notes.rows?.count == 1)
    let author = try #require(people.first { try library.name(of: $0) == "Author" })
    try library.update(book, ["author": .reference(author)])
    let books = try library.engine.related(to: author, at: library.index("books", of: "Author"))
    // A cover may be large.
    #expect(books.references == [book] && books.rows == nil)
  }

  @Test(
    "A property that is not a to-many relationship has no objects",
    arguments: ["title", "author", nil]
  )
  func unrelated(key: String?) throws {
    let book = try library.insert("Book")
    let index = try key.map { try library.index($0, of: "Book") } ?? 999
    #expect(try library.engine.related(to: book, at: index).references.isEmpty)
    let entity = try library.entity("Book")
    #expect(try library.engine.related(toAll: [book], of: entity, at: index) == nil)
    #expect(try library.engine.related(toAll: [book], of: entity, at: -1) == nil)
  }

  @Test("The objects of several owners are those of each", arguments: ["tags", "notes", "fans"])
  func ofSeveralOwners(key: String) throws {
    let books = try library.insert((1...3).map { ("Book", ["isbn": .string("\($0)")]) })
    let destination = ["tags": "Tag", "notes": "Note"][key]
    let index = try library.index(key, of: "Book")
    if let destination {
      let members = try library.insert((1...4).map { _ in (destination, [:]) })
      let first = [members[2], members[0]]
      try library.update(books[0], members: [MemberChange(index, added: first, order: first)])
      try library.update(
        books[2],
        members: [MemberChange(index, added: [members[3]], order: [members[3]])]
      )
    } else {
      for (person, book) in [(0, 0), (1, 0), (2, 2)] {
        try library.update(people[person], ["favourite": .reference(books[book])])
      }
    }
    library.engine.cache.removeAll()
    let entity = try library.entity("Book")
    let found = try #require(try library.engine.related(toAll: books, of: entity, at: index))
    for book in books {
      #expect(
        (found[book]?.references ?? []).map(\.number) == (try library.members(key, of: book))
      )
    }
    #expect(found[books[1]] == nil && found.count == 2)
    // The key of the owner is a value of the row too, and read once.
    if key == "fans" {
      let favourite = try library.index("favourite", of: "Person")
      for (book, fans) in found {
        let rows = try #require(fans.rows)
        #expect(rows.allSatisfy { $0?.value(at: favourite) == .reference(book) })
      }
      let statement = try #require(
        try library.statements {
          _ = try library.engine.related(toAll: books, of: entity, at: index)
        }.first
      )
      let columns = statement.split(separator: " FROM ")[0].split(separator: ", ")
      #expect(columns.count { $0.contains("FAVOURITE") } == 1, "\(statement)")
    }
    #expect(try library.engine.related(toAll: [], of: entity, at: index)?.isEmpty == true)
    // Cached rows are shared.
    let again = try #require(try library.engine.related(toAll: books, of: entity, at: index))
    let rows = try #require(found[books[0]]?.rows?.first ?? nil)
    #expect(again[books[0]]?.rows?.first.map { $0 === rows } == true)
  }

  @Test("Unchanged rows are shared")
  func sharedRows() throws {
    let question = try library.question("Person")
    let first = try #require(library.engine.rows(of: question, library.constants()).rows)
    try library.connection.execute("UPDATE ZPERSON SET ZNAME = 'x', Z_OPT = 2 WHERE Z_PK = 3")
    let second = try #require(library.engine.rows(of: question, library.constants()).rows)
    for (index, (old, new)) in zip(first, second).enumerated() {
      #expect((old === new) == (index != 2))
    }
    #expect(first[2]?.isCurrent == false && second[2]?.isCurrent == true)
    #expect(try name(second[2]) == "x")
  }

  @Test("Of many rows, those that were changed or deleted by others are the only new ones")
  func manySharedRows() throws {
    let tags = try library.insert((1...200).map { ("Tag", ["label": .string("\($0)")]) })
    let question = try library.question("Tag")
    library.engine.cache.removeAll()
    let first = try #require(library.engine.rows(of: question, library.constants()).rows)
    let rows = Array(first)
    let isChanged = { (index: Int) in [3, 4, 16, 99, 150].contains(index) }
    let isDeleted = { (index: Int) in [5, 31, 32, 100, 199].contains(index) }
    for (index, tag) in tags.enumerated() {
      if isChanged(index) {
        try library.connection.execute(
          "UPDATE ZTAG SET ZLABEL = 'x', Z_OPT = 2 WHERE Z_PK = \(tag.number)"
        )
      } else if isDeleted(index) {
        try library.connection.execute("DELETE FROM ZTAG WHERE Z_PK = \(tag.number)")
      }
      // Rows are evicted in a cache of limited size.
      if index % 7 == 0 { library.engine.cache.remove(tag) }
    }
    let second = try library.engine.rows(of: question, library.constants())
    let left = tags.indices.filter { !isDeleted($0) }
    #expect(second.references == left.map { tags[$0] })
    let label = try library.index("label", of: "Tag")
    for (row, index) in zip(try #require(second.rows), left) {
      let row = try #require(row)
      #expect((row === rows[index]) == (!isChanged(index) && index % 7 != 0))
      #expect(row.value(at: label) == .string(isChanged(index) ? "x" : "\(index + 1)"))
      #expect(row.isCurrent)
    }
  }

  @Test("Several engines of one store share their rows")
  func severalEngines() throws {
    let folder = try TestFolder()
    let cache = RowCache()
    let writer = try Library(folder.connect(), cache: cache)
    let reader = try Library(folder.connect(), cache: cache)
    let tag = try writer.insert("Tag", ["label": "a"])
    let statements = try reader.statements { () throws in
      #expect(try reader.engine.row(for: tag) === writer.engine.cache[tag])
    }
    #expect(statements.isEmpty)
    try writer.update(tag, ["label": "b"])
    #expect(
      try reader.engine.row(for: tag)?.value(at: reader.index("label", of: "Tag")) == "b"
    )
    try writer.delete(tag)
    #expect(try reader.engine.row(for: tag) == nil)
  }
}
