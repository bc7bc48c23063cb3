import PostgreSQLDriver
import PostgreSQLServer
import PredicateFormat
import SQLDriver
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("The engine's SQL in every dialect") struct DialectTests {
  private static let keys: [Int64] = [.min, -1, 0, 1, .max]

  private func check(_ connection: any SQLConnection) throws {
    let lists = connection.dialect.keyLists
    let statement = try connection.prepare(connection.dialect.placing(lists.selection))
    let membership = try connection.prepare(
      connection.dialect.placing("SELECT 1 WHERE 7 \(lists.membership)")
    )
    for keys in [Self.keys, [], [7]] {
      try membership.bind([.text(lists.text(of: keys))])
      #expect(try membership.step() == keys.contains(7))
      try statement.bind([.text(lists.text(of: keys))])
      var found: [Int64] = []
      while try statement.step() { found.append(statement.integer(at: 0)) }
      #expect(found.sorted() == keys)
    }
  }

  @Test("A list of keys in one parameter has all of them in SQLite")
  func keysInSQLite() throws {
    try check(SQLiteConnection(path: ":memory:"))
  }

  @Test("A list of keys in one parameter has all of them in PostgreSQL")
  func keysInPostgreSQL() throws {
    let connection = try PostgreSQLServer.connect()
    defer { connection.close() }
    try check(connection)
  }

  @Test(
    "Differences between databases in a query come from the dialect",
    arguments: [
      (SQLDialect.sqlite, "LIMIT -1 OFFSET ?", "instr("),
      (SQLDialect.postgreSQL, " OFFSET ?", "strpos("),
    ]
  )
  func questions(dialect: SQLDialect, window: String, search: String) throws {
    let library = try Library()
    let entities = ModelEntities(LibraryModel.model).all
    let layout = try StoreLayout(library.engine.layout.mapping, dialect: dialect) { name in
      entities.first { $0.name == name }?.properties.map(\.name) ?? []
    }
    var question = ObjectQuery(try #require(layout["Book"]), offset: 3)
    question.predicate = try PredicateFormat.Predicate(parsing: "title CONTAINS 'a'")
    let translator = FetchTranslator(layout, constant: library.constants())
    let sql = try translator.selection(question) { "\($0).x" }
    #expect(sql.text.hasSuffix(window) && sql.text.contains(search))
    #expect(sql.text.contains("LIMIT") == (dialect == .sqlite))
    #expect(sql.values == ["a", 3])
    #expect(layout.isAmongKeys == dialect.keyLists.membership)
    let placed = dialect.placing(sql.text)
    #expect(placed.contains("$2") == (dialect == .postgreSQL))
  }
}
