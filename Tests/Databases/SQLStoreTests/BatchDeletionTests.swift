import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Batch deletions") struct BatchDeletionTests {
  private let folder: TestFolder
  private let library: Library

  init() throws {
    folder = try TestFolder()
    library = try folder.library(keepsHistory: true)
  }

  @discardableResult
  private func delete(_ references: Reference...) throws -> [Reference] {
    try BatchDeletion(in: library.engine).run(
      {
        #expect(library.connection.isInTransaction)
        return references
      },
      by: HistoryAuthor(author: "batch")
    )
  }

  private func member(
    _ owner: Reference,
    _ key: String,
    _ members: [Reference]
  ) throws {
    let index = try library.index(key, of: library.name(of: owner))
    try library.update(owner, members: [MemberChange(index, added: members, order: members)])
  }

  @Test("Objects are deleted once, and forgotten")
  func deletion() throws {
    let tags = try library.insert([("Tag", [:]), ("Tag", [:]), ("Tag", [:])])
    let found = try delete(tags[0], tags[2], tags[0], .none)
    #expect(found == [tags[0], tags[2]])
    #expect(try library.numbers("Tag") == [2])
    #expect(library.engine.cache[tags[0]] == nil && library.engine.cache[tags[1]] != nil)
    #expect(try delete().isEmpty)
  }

  @Test("Many objects with consecutive keys are deleted as ranges, and no row between them")
  func ranges() throws {
    let tags = try library.insert(Array(repeating: ("Tag", [:]), count: 301))
    let doomed = (tags[..<100] + tags[101..<300]).reversed()
    var found: [Reference] = []
    let statements = try library.statements {
      found = try BatchDeletion(in: library.engine).run(
        { Array(doomed) },
        by: HistoryAuthor(author: "batch")
      )
    }
    #expect(found == Array(doomed))
    #expect(try library.numbers("Tag") == [101, 301])
    let deletions = statements.filter { $0.hasPrefix("DELETE FROM \"ZTAG\"") }
    #expect(
      deletions
        == Array(
          repeating: "DELETE FROM \"ZTAG\" WHERE \"Z_PK\" BETWEEN ? AND ?",
          count: 2
        )
    )
  }

  @Test("Cascade deletes the objects at the other end of a to-many relationship")
  func cascadeToMany() throws {
    let author = try library.insert("Author")
    let books = try library.insert([
      ("Book", ["isbn": "1", "author": .reference(author)]),
      ("Book", ["isbn": "2", "author": .reference(author)]), ("Book", ["isbn": "3"]),
    ])
    #expect(Set(try delete(author)) == [author, books[0], books[1]])
    #expect(try library.numbers("Book") == [3] && library.numbers("Person").isEmpty)
  }

  @Test("A chain of any length goes with few statements", arguments: [1, 2, 150])
  func chain(length: Int) throws {
    var previous: Reference?
    var first: Reference?
    for _ in 0..<length {
      let note = try library.insert("Note")
      if let previous { try library.update(previous, ["next": .reference(note)]) }
      first = first ?? note
      previous = note
    }
    let rest = try library.insert("Note")
    #expect(try delete(try #require(first)).count == length)
    #expect(try library.numbers("Note") == [rest.number])
  }

  @Test("A cycle ends", arguments: 1...4)
  func cycle(length: Int) throws {
    let notes = try library.insert((0..<length).map { _ in ("Note", [:]) })
    for (index, note) in notes.enumerated() {
      let (next, previous) = (notes[(index + 1) % length], notes[(index + length - 1) % length])
      try library.update(note, ["next": .reference(next), "previous": .reference(previous)])
    }
    #expect(Set(try delete(notes[0])) == Set(notes))
    #expect(try library.numbers("Note").isEmpty)
  }

  @Test("Nullify empties references to a deleted object, and raises versions")
  func nullify() throws {
    let note = try library.insert("Note")
    let first = try library.insert("Note", ["next": .reference(note)])
    try library.update(note, ["previous": .reference(first)])
    try delete(note)
    #expect(try library.stored(first, "next") == [Value.none])
    #expect(try library.query("SELECT Z_OPT FROM ZNOTE") == [[2]])
    let book = try library.insert("Book")
    let fan = try library.insert("Reader", ["favourite": .reference(book)])
    try delete(book)
    #expect(try library.stored(fan, "favourite") == [Value.none])
  }

  @Test("Join tables and places in owners are emptied")
  func joins() throws {
    let book = try library.insert("Book")
    let tags = try library.insert([("Tag", [:]), ("Tag", [:])])
    let notes = try library.insert([("Note", [:]), ("Note", [:])])
    try member(book, "tags", tags)
    try member(book, "notes", notes)
    try delete(tags[0])
    #expect(try library.members("tags", of: book) == [2])
    try delete(book)
    #expect(try library.members("books", of: tags[1]).isEmpty)
    #expect(try library.numbers("Note") == [1, 2])
    let people = try library.insert([("Person", [:]), ("Person", [:])])
    try member(people[0], "friends", [people[1]])
    try member(people[1], "friends", [people[0]])
    try delete(people[0])
    #expect(try library.members("friends", of: people[1]).isEmpty)
  }

  @Test("Deny keeps an object that has destinations, unless they are deleted too")
  func deny() throws {
    let person = try library.insert("Person")
    let book = try library.insert("Book", ["editor": .reference(person)])
    let error = #expect(throws: StoreError.self) { try delete(person) }
    guard case .deletionDenied("Person", "edited")? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try library.numbers("Person") == [1] && !library.connection.isInTransaction)
    #expect(Set(try delete(person, book)) == [person, book])
  }

  @Test("An object that another one requires is kept, unless that one goes too")
  func requiredEnd() throws {
    let book = try library.insert("Book")
    let jacket = try library.insert("Jacket", ["book": .reference(book)])
    try library.update(book, ["jacket": .reference(jacket)])
    let error = #expect(throws: StoreError.self) { try delete(book) }
    guard case .endRequired("Book", "jacket")? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try library.numbers("Book") == [1])
    try delete(jacket)
    #expect(try library.stored(book, "jacket") == [Value.none])
    try delete(book)
  }

  @Test("Keys without an object do not block a deletion")
  func strayKeys() throws {
    let book = try library.insert("Book")
    let index = try library.index("jacket", of: "Book")
    let column = try library.layout("Book").fields[index].columns[0]
    try library.connection.execute("UPDATE ZBOOK SET \(column) = -4")
    try delete(book)
    #expect(try library.numbers("Book").isEmpty)
  }

  @Test("The columns of a relationship to a deleted object are all empty")
  func emptiedColumns() throws {
    let person = try library.insert("Reader")
    try library.insert("Badge", ["owner": .reference(person)])
    let index = try library.index("owner", of: "Badge")
    let columns = try library.layout("Badge").fields[index].columns
    #expect(columns.count == 2)
    try delete(person)
    #expect(
      try library.query("SELECT \(columns.joined(separator: ", ")), Z_OPT FROM ZBADGE")
        == [[.null, .null, 2]]
    )
  }

  @Test("Files of large values go with their objects, and stay if the deletion fails")
  func files() throws {
    let cover = Value.data(Data(repeating: 1, count: 200_000))
    let book = try library.insert("Book", ["cover": cover])
    let jacket = try library.insert("Jacket", ["book": .reference(book)])
    try library.update(book, ["jacket": .reference(jacket)])
    #expect(throws: StoreError.self) { try delete(book) }
    #expect(folder.externalFiles.count == 1)
    try delete(book, jacket)
    #expect(folder.externalFiles.isEmpty)
  }

  @Test("The history has every deleted object, with its preserved values")
  func history() throws {
    let author = try library.insert("Author")
    let book = try library.insert("Book", ["title": "t", "author": .reference(author)])
    let last = try #require(try library.engine.lastHistoryTransaction())
    try delete(author)
    let question = HistoryQuery(start: .transaction(last), wantsChanges: true)
    let transactions = try #require(try library.engine.history(question))
    #expect(transactions.map(\.author.author) == ["batch"])
    let changes = try #require(transactions[0].changes)
    #expect(Set(changes.map(\.reference)) == [author, book])
    #expect(changes.allSatisfy { $0.kind == .delete })
    #expect(changes.first { $0.reference == book }?.tombstone != nil)
    #expect(changes.first { $0.reference == author }?.tombstone == nil)
  }

  @Test("An error of the caller rolls everything back")
  func error() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try BatchDeletion(in: library.engine).run({ throw Enough() }, by: HistoryAuthor())
    }
    #expect(!library.connection.isInTransaction)
  }
}
