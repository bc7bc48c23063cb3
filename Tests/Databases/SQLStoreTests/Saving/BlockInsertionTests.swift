import Foundation
import ObjectRows
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Rows that one statement inserts together") struct BlockInsertionTests {
  private let library: Library

  init() throws { library = try Library(keepsHistory: true) }

  /// The number of rows of each INSERT statement for a table.
  private func blocks(_ table: String, in traces: [SQLTrace]) -> [Int] {
    traces.map(\.sql).filter { $0.hasPrefix("INSERT INTO \"\(table)\"") }.map { sql in
      sql.components(separatedBy: "VALUES ")[1].count { $0 == "(" }
    }
  }

  @Test(
    "Rows of one entity go in blocks of 32, and those that are left one by one",
    arguments: [
      (0, []), (1, [1]), (31, Array(repeating: 1, count: 31)), (32, [32]), (66, [32, 32, 1, 1]),
    ]
  )
  func blockSizes(count: Int, blocks expected: [Int]) throws {
    var references: [Reference] = []
    let traces = try library.trace {
      references = try library.insert((0..<count).map { ("Tag", ["label": .string("t\($0)")]) })
    }
    #expect(blocks("ZTAG", in: traces) == expected)
    let stored = try library.query("SELECT Z_PK, Z_ENT, Z_OPT, ZLABEL FROM ZTAG ORDER BY Z_PK")
    let number = try library.layout("Tag").number
    #expect(
      stored
        == references.enumerated().map { index, reference in
          [.integer(reference.number), .integer(Int64(number)), 1, .text("t\(index)")]
        }
    )
  }

  @Test("A table of several entities gets the number of each row's entity")
  func subentities() throws {
    let objects = ["Author", "Reader"].flatMap { name in
      (0..<40).map { (name, ["name": Value.string("\(name)\($0)")]) }
    }
    let traces = try library.trace { try library.insert(objects) }
    #expect(blocks("ZPERSON", in: traces).prefix(1) == [32])
    for name in ["Author", "Reader"] {
      let number = try library.layout(name).number
      #expect(
        try library.query(
          "SELECT COUNT(*) FROM ZPERSON WHERE Z_ENT = \(number) AND ZNAME LIKE '\(name)%'"
        )
          == [[40]]
      )
    }
  }

  @Test("Rows of entities that take turns are written as they come")
  func turns() throws {
    let objects = (0..<80).map { ($0.isMultiple(of: 2) ? "Tag" : "Note", [String: Value]()) }
    let traces = try library.trace { try library.insert(objects) }
    #expect(blocks("ZTAG", in: traces) == Array(repeating: 1, count: 40))
    #expect(blocks("ZNOTE", in: traces) == Array(repeating: 1, count: 40))
  }

  @Test("Every type of value arrives in every row of a block")
  func values() throws {
    func values(_ index: Int) -> [String: Value] {
      [
        "flag": .bool(index.isMultiple(of: 2)), "large": .integer(Int64(index) << 40),
        "real": .double(Double(index) / 8), "text": index == 7 ? .none : .string("text \(index)"),
        "bytes": .data(Data(repeating: UInt8(index), count: index)),
        "place": Place(label: "p\(index)", x: Double(index)).boxed,
      ]
    }
    let references = try library.insert((0..<64).map { ("Sample", values($0)) })
    for (index, reference) in references.enumerated() {
      let expected = values(index)
      let keys = ["flag", "large", "real", "text", "bytes", "place"]
      let found = try keys.map { try library.stored(reference, $0)[0] }
      #expect(found == keys.map { expected[$0] ?? .none })
    }
  }

  @Test("Derived values, history and links of all rows of a block are written")
  func consequences() throws {
    let books = try library.insert(
      (0..<64).map { ("Book", ["title": .string("T\($0)"), "isbn": .string("\($0)")]) }
    )
    #expect(try library.stored(books[40], "sortTitle") == ["t40"])
    let question = HistoryQuery(start: .transaction(0), wantsChanges: true)
    let changes = try library.engine.history(question)?.flatMap { $0.changes ?? [] } ?? []
    #expect(changes.count == 64 && changes.allSatisfy { $0.kind == .insert })
  }

  @Test("A row that breaks a constraint fails the save, and nothing of its block stays")
  func constraint() throws {
    let objects = (0..<40).map { ("Book", ["isbn": Value.string($0 == 20 ? "3" : "\($0)")]) }
    #expect(throws: (any Error).self) { try library.insert(objects) }
    #expect(try library.query("SELECT COUNT(*) FROM ZBOOK") == [[0]])
    // The statement can be reused.
    try library.insert((0..<40).map { ("Book", ["isbn": .string("\($0)")]) })
    #expect(try library.query("SELECT COUNT(*) FROM ZBOOK") == [[40]])
  }

  @Test("A batch inserts in blocks, but rows with unique values one by one")
  func batches() throws {
    func batch(_ name: String, _ key: String) throws -> [Int] {
      var rest = 0..<40
      let traces = try library.trace {
        let insertion = BatchInsertion(
          try library.entity(name),
          resolution: .refuse,
          in: library.engine
        )
        _ = try insertion.run(
          {
            guard let next = rest.popFirst() else { return nil }
            let row = try library.row(name, [key: .string("\(next)")])
            return (row, PropertySet([try library.index(key, of: name)]))
          },
          by: HistoryAuthor()
        )
      }
      return blocks("Z\(name.uppercased())", in: traces)
    }
    #expect(try batch("Tag", "label") == [32] + Array(repeating: 1, count: 8))
    #expect(try batch("Book", "isbn") == Array(repeating: 1, count: 40))
  }

  @Test("Entities with hundreds of columns never need more parameters than SQLite takes")
  func wideRows() throws {
    let layout = try library.layout("Sample")
    let statements = try library.engine.statements(library.entity("Sample"))
    let columns = statements.writable.reduce(3) { $0 + layout.fields[$1].columns.count }
    #expect(statements.rowsInBlock * columns <= 999)
    #expect(statements.rowsInBlock >= 1)
  }
}
