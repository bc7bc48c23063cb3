import PostgreSQLServer
import SQLDriver
import Testing

@testable import PostgreSQLDriver

@Suite("Statements that are shown") struct TracingTests {
  private final class Shown {
    var traces: [SQLTrace] = []
  }

  private func connect() throws -> (PostgreSQLConnection, Shown) {
    let connection = try PostgreSQLServer.connect()
    try connection.execute("CREATE TEMPORARY TABLE t (k bigint PRIMARY KEY, a text)")
    let shown = Shown()
    connection.trace { shown.traces.append($0) }
    return (connection, shown)
  }

  @Test("A query with its values, its rows and its time, when it has ended")
  func queries() throws {
    let (connection, shown) = try connect()
    let sql = "SELECT i, '$2' FROM generate_series(1, $1::bigint) i WHERE $2::text <> '$1'"
    #expect(try connection.rows(sql, .integer(3), .text("it's")).count == 3)
    let trace = try #require(shown.traces.first)
    #expect(shown.traces.count == 1)
    #expect(trace.sql == sql)
    #expect(
      trace.expandedSQL
        == "SELECT i, '$2' FROM generate_series(1, 3::bigint) i WHERE 'it''s'::text <> '$1'"
    )
    #expect(trace.rows == 3 && trace.seconds > 0 && trace.seconds < 60)
    connection.trace(nil)
    try connection.execute("SELECT 1")
    #expect(shown.traces.count == 1)
  }

  @Test("A statement for many rows is reported once, with the number of its rows")
  func batches() throws {
    let (connection, shown) = try connect()
    try connection.begin()
    for key in 1...1_000 {
      try connection.write(
        SQLRowWrite("t", .insertion(columns: ["k", "a"])),
        .integer(Int64(key)),
        .text("private")
      )
    }
    try connection.settle()
    for key in 1...4 {
      try connection.write(
        SQLRowWrite("t", .update(columns: ["a"], matching: ["k"])),
        .text("private"),
        .integer(Int64(key))
      )
    }
    try connection.settle()
    try connection.commit()
    let texts = shown.traces.map { "\($0.sql.prefix(6)) \($0.rows)" }
    #expect(texts.contains { $0.hasPrefix("COPY") && $0.hasSuffix(" 1000") }, "\(texts)")
    #expect(texts.contains("UPDATE 4"), "\(texts)")
    #expect(texts.first == "BEGIN 0" && texts.last == "COMMIT 0")
    #expect(!shown.traces.contains { $0.expandedSQL.contains("private") })
  }

  @Test("A statement that fails is shown too")
  func failures() throws {
    let (connection, shown) = try connect()
    #expect(throws: SQLError.self) { try connection.execute("SELECT 1 / 0") }
    #expect(shown.traces.map(\.sql) == ["SELECT 1 / 0"])
  }
}
