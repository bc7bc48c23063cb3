import ObjectRows
import PredicateFormat
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Tables of values") struct TableTests {
  private let library: Library

  init() throws {
    library = try Library()
    let people = try library.insert([("Author", ["name": "Ada"]), ("Person", ["name": "Bob"])])
    try library.insert([
      ("Book", ["title": "a", "isbn": "1", "pages": 10, "editor": .reference(people[0])]),
      ("Book", ["title": "a", "isbn": "2", "pages": 20, "editor": .reference(people[0])]),
      ("Book", ["title": "b", "isbn": "3", "pages": 20, "editor": .reference(people[1])]),
      ("Book", ["title": "c", "isbn": "4"]),
    ])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let columns: [String]
    var condition: String?
    var groups: [String] = []
    var having: String?
    var order: [FetchOrder] = []
    var isDistinct = false
    var offset = 0
    var limit = 0
    let rows: [[SQLValue]]
    var testDescription: String { "\(columns) \(groups) \(having ?? "")" }
  }

  static let cases: [Case] = [
    Case(columns: ["title", "pages"], rows: [["a", 10], ["a", 20], ["b", 20], ["c", .null]]),
    Case(columns: ["title"], order: [.by("title", false)], rows: [["c"], ["b"], ["a"], ["a"]]),
    Case(
      columns: ["title"],
      order: [.by("title")],
      isDistinct: true,
      rows: [["a"], ["b"], ["c"]]
    ),
    Case(
      columns: ["title"],
      order: [.by("title")],
      isDistinct: true,
      offset: 1,
      limit: 1,
      rows: [["b"]]
    ),
    Case(columns: ["title"], offset: 3, rows: [["c"]]),
    Case(columns: ["pages + 1"], condition: "title == 'b'", rows: [[21]]),
    Case(columns: ["editor.name"], condition: "pages == 20", rows: [["Ada"], ["Bob"]]),
    Case(
      columns: ["title", "count:(pages)", "sum:(pages)"],
      groups: ["title"],
      order: [.by("title")],
      rows: [["a", 2, 30], ["b", 1, 20], ["c", 0, 0]]
    ),
    Case(
      columns: ["title", "max:(pages)", "min:(pages)", "average:(pages)"],
      groups: ["title"],
      having: "max:(pages) > 10 AND count:(pages) == 2",
      rows: [["a", 20, 10, 15.0]]
    ),
    Case(columns: ["count:(distinct:(pages))"], rows: [[2]]),
    Case(columns: ["max:(pages)"], condition: "title == 'none'", rows: [[.null]]),
    Case(columns: ["sum:(pages)"], condition: "title == 'none'", rows: [[0]]),
    Case(
      columns: ["editor.name", "count:(SELF)"],
      groups: ["editor"],
      order: [.by("editor.name")],
      rows: [[.null, 1], ["Ada", 2], ["Bob", 1]]
    ),
  ]

  private func table(_ each: Case) throws -> TableStatement {
    func expression(_ text: String) throws -> PredicateFormat.Expression {
      // The parser does not accept `distinct:`, which programs build as a node.
      if text == "count:(distinct:(pages))" {
        let inner = FunctionCall("distinct:", [.path(PropertyPath(keys: "pages"))])
        return .function(FunctionCall("count:", [.function(inner)]))
      }
      return try PredicateFormat.Expression(parsing: text)
    }
    return try FetchTranslator(library.engine.layout, constant: library.constants()).table(
      ValueQuery(
        library.question(
          "Book",
          each.condition,
          by: each.order,
          offset: each.offset,
          limit: each.limit
        ),
        columns: each.columns.map(expression),
        groups: each.groups.map(expression),
        having: each.having.map { try PredicateFormat.Predicate(parsing: $0) },
        isDistinct: each.isDistinct
      )
    )
  }

  @Test("A question for values has a row for each object or group", arguments: cases)
  func values(_ each: Case) throws {
    let table = try table(each)
    for _ in 1...2 {
      var rows: [[SQLValue]] = []
      try library.engine.forEachRow(of: table) { rows.append($0.values) }
      #expect(rows == each.rows)
    }
    #expect(
      table.columns.enumerated().allSatisfy { place, column in
        if case .value(place, _) = column { true } else { false }
      }
    )
  }

  @Test("An object is its key and the number of its entity")
  func objects() throws {
    let table = try table(
      Case(columns: ["SELF", "title", "editor"], condition: "title == 'a'", limit: 1, rows: [])
    )
    #expect(table.columns == [.object(place: 0), .value(place: 2, .text), .object(place: 3)])
    var rows: [[SQLValue]] = []
    try library.engine.forEachRow(of: table) { rows.append($0.values) }
    let (book, author) = try (library.layout("Book").number, library.layout("Author").number)
    #expect(rows == [[1, .integer(Int64(book)), "a", 1, .integer(Int64(author))]])
  }

  @Test(
    "Values that no row can have are errors",
    arguments: ["tags", "nothing", "cover", "median:(pages)", "stddev:(pages)"]
  )
  func impossible(column: String) throws {
    #expect(throws: FetchTranslationError.self) {
      try table(Case(columns: [column], groups: ["title"], rows: []))
    }
  }

  @Test("An error in the body ends the statement")
  func endedStatement() throws {
    struct Enough: Error {}
    let table = try table(Case(columns: ["title"], rows: []))
    #expect(throws: Enough.self) {
      try library.engine.forEachRow(of: table) { _ in throw Enough() }
    }
    try library.connection.execute("DROP TABLE ZBOOK")
  }
}
