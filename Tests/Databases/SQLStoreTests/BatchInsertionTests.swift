import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Batch insertions") struct BatchInsertionTests {
  private let folder: TestFolder
  private let library: Library

  init() throws {
    folder = try TestFolder()
    library = try folder.library(keepsHistory: true)
  }

  /// Inserts rows with values for some properties.
  @discardableResult
  private func insert(
    _ name: String,
    _ objects: [[String: Value]],
    resolving resolution: BatchInsertion.Resolution = .refuse
  ) throws -> [Reference] {
    var rest = objects[...]
    let insertion = BatchInsertion(
      try library.entity(name),
      resolution: resolution,
      in: library.engine
    )
    return try insertion.run(
      {
        guard let values = rest.popFirst() else { return nil }
        let given = PropertySet(try values.keys.map { try library.index($0, of: name) })
        return (try library.row(name, values), given)
      },
      by: HistoryAuthor(author: "batch")
    )
  }

  private func kinds() throws -> [HistoryChangeKind] {
    let question = HistoryQuery(start: .transaction(0), wantsChanges: true)
    return try library.engine.history(question)?.flatMap { $0.changes ?? [] }.map(\.kind) ?? []
  }

  @Test(
    "Rows are inserted in one transaction, with keys that follow one another",
    arguments: [0, 1, 500]
  )
  func insertion(count: Int) throws {
    try library.insert("Tag")
    let statements = try library.statements {
      let references = try insert(
        "Tag",
        (1...max(count, 1)).prefix(count).map { ["label": .string("\($0)")] }
      )
      #expect(references.map(\.number) == Array(2..<Int64(count) + 2))
    }
    #expect(statements.count { $0 == "COMMIT" } == 1)
    #expect(try library.numbers("Tag").count == count + 1)
    #expect(try library.insert("Tag").number == Int64(count + 2))
    #expect(try kinds().count == count + 2)
  }

  @Test(
    "A stored object with the unique values of a row is handled by the resolution",
    arguments: [
      (.keepStored, ["old", "1", 10], 1, 1), (.replaceGiven, ["new", "1", 10], 2, 2),
      (.replaceAll, ["new", "1", .null], 2, 2),
    ] as [(BatchInsertion.Resolution, [SQLValue], Int64, Int)]
  )
  func resolutions(
    resolution: BatchInsertion.Resolution,
    values: [SQLValue],
    version: Int64,
    changed: Int
  ) throws {
    let book = try library.insert("Book", ["isbn": "1", "title": "old", "pages": 10])
    let found = try insert(
      "Book",
      [["isbn": "1", "title": "new"], ["isbn": "2", "title": "other"]],
      resolving: resolution
    )
    #expect(found.map(\.number) == (changed == 2 ? [1, 2] : [2]))
    #expect(
      try library.query("SELECT ZTITLE, ZISBN, ZPAGES, Z_OPT FROM ZBOOK WHERE Z_PK = 1")
        == [values + [.integer(version)]]
    )
    #expect(try kinds() == [.insert] + (changed == 2 ? [.update, .insert] : [.insert]))
    let title = try library.engine.row(for: book)?.value(at: library.index("title", of: "Book"))
    #expect(title == (changed == 2 ? "new" : "old"))
  }

  @Test("A refused row fails the insertion, with all other rows and files")
  func refusal() throws {
    try library.insert("Book", ["isbn": "1"])
    let cover = Value.data(Data(repeating: 1, count: 200_000))
    let error = #expect(throws: StoreError.self) {
      try insert("Book", [["isbn": "2", "cover": cover], ["isbn": "1"]])
    }
    guard case .notUnique("Book")? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try library.numbers("Book") == [1] && folder.externalFiles.isEmpty)
    #expect(try kinds() == [.insert] && !library.connection.isInTransaction)
    #expect(try library.insert("Book").number == 2)
  }

  @Test("Rows of the batch with equal unique values are one object")
  func equalRows() throws {
    let found = try insert(
      "Book",
      [["isbn": "1", "pages": 1], ["isbn": "1", "pages": 2], ["isbn": "1", "title": "x"]],
      resolving: .replaceGiven
    )
    #expect(found.map(\.number) == [1, 1, 1])
    #expect(try library.query("SELECT ZPAGES, ZTITLE, Z_OPT FROM ZBOOK") == [[2, "x", 3]])
  }

  @Test("The file of a value that is replaced goes, and that of the new one stays")
  func files() throws {
    func cover(_ byte: UInt8) -> Value { .data(Data(repeating: byte, count: 200_000)) }
    let book = try library.insert("Book", ["isbn": "1", "cover": cover(1)])
    let before = folder.externalFiles
    try insert("Book", [["isbn": "1", "cover": cover(2)]], resolving: .keepStored)
    #expect(folder.externalFiles == before)
    try insert("Book", [["isbn": "1", "cover": cover(3)]], resolving: .replaceGiven)
    #expect(folder.externalFiles.count == 1 && folder.externalFiles != before)
    #expect(try library.stored(book, "cover") == [cover(3)])
  }

  @Test(
    "An object of another entity gets only the values of properties that both have",
    arguments: [BatchInsertion.Resolution.replaceAll, .replaceGiven]
  )
  func siblings(resolution: BatchInsertion.Resolution) throws {
    let reader = try library.insert("Reader", ["name": "a", "card": "card 7", "visits": 7])
    let born = Value.date(Date(timeIntervalSinceReferenceDate: 5))
    try insert(
      "Author",
      [["name": "a", "penName": "pen", "born": born]],
      resolving: resolution
    )
    #expect(
      try library.stored(reader, "name", "born", "card", "visits") == ["a", born, "card 7", 7]
    )
  }

  @Test("An error of the caller rolls everything back")
  func error() throws {
    struct Enough: Error {}
    let insertion = BatchInsertion(
      try library.entity("Tag"),
      resolution: .refuse,
      in: library.engine
    )
    var count = 0
    #expect(throws: Enough.self) {
      try insertion.run(
        {
          count += 1
          guard count < 3 else { throw Enough() }
          return (try library.row("Tag", [:]), PropertySet())
        },
        by: HistoryAuthor()
      )
    }
    #expect(try library.numbers("Tag").isEmpty && kinds().isEmpty)
    #expect(!library.connection.isInTransaction)
  }

  @Test("Keys that run out fail the insertion")
  func exhaustedKeys() throws {
    let root = try library.layout("Tag").root
    try library.connection.execute(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 1) WHERE Z_ENT = \(root)"
    )
    #expect(throws: StoreError.self) { try insert("Tag", [[:], [:]]) }
    #expect(try library.numbers("Tag").isEmpty)
    #expect(try insert("Tag", [[:]]).map(\.number) == [.max])
  }
}
