import Foundation
import SQLDriver
import SQLiteDriver
import Testing

@Suite struct SQLiteDriverTests {
  let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: ":memory:")
  }

  @Test func valuesComeBackAsTheyWereBound() throws {
    let values: [SQLValue] = [
      .null, 0, .integer(.max), .integer(.min), 1.5, .real(.infinity), "", "é\0x", "𝄞",
      .blob([]), .blob([0, 255]), .text(String(repeating: "long ", count: 1_000)),
    ]
    let statement = try connection.prepare("SELECT ?")
    for value in values {
      try statement.bind(value, at: 0)
      #expect(try statement.step())
      #expect(statement.value(at: 0) == value)
      #expect(try !statement.step())
    }
  }

  @Test func expectedColumnsReadTheSame() throws {
    let sql = "SELECT 7, 2.5, 'text', NULL, X'01', X'', NULL"
    let statement = try connection.prepare(sql)
    #expect(try statement.step())
    let plain = statement.values
    statement.expect([.integer, .real, .text, .text, .blob, .blob, .blob])
    #expect(try statement.step())
    #expect(statement.values == plain)
    #expect(plain == [7, 2.5, "text", .null, .blob([1]), .blob([]), .null])
  }

  @Test("Any number of columns reads the same with expected types")
  func manyExpectedColumns() throws {
    let parts = ["7", "'text'", "X'01'", "2.5", "NULL", "'a text in a column of blobs'"]
    let types: [SQLExpectation] = [.integer, .text, .blob, .real, .any, .any]
    let count = 140
    let sql = (0..<count).map { parts[$0 % parts.count] }.joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(sql)")
    #expect(try statement.step())
    let plain = statement.values
    statement.expect((0..<count).map { types[$0 % types.count] })
    #expect(try statement.step())
    #expect(statement.values == plain)
    for first in [0, 3, 63, 64, 65, 128] {
      statement.reset()
      #expect(try statement.step(reading: first))
      #expect(statement.values.prefix(first).elementsEqual(plain.prefix(first)))
      statement.readRest()
      #expect(statement.values == plain)
    }
  }

  @Test("A text in a column of blobs reads as a blob, wherever the column is", arguments: [0, 70])
  func textInColumnOfBlobs(place: Int) throws {
    let numbers = Array(repeating: "1", count: place) + ["'ab'"]
    let statement = try connection.prepare("SELECT \(numbers.joined(separator: ", "))")
    statement.expect(Array(repeating: .integer, count: place) + [.blob])
    #expect(try statement.step())
    #expect(statement.value(at: place) == .blob(Array("ab".utf8)))
  }

  @Test(
    "Texts of every length are read as they are, and what is not UTF-8 in them is replaced",
    arguments: [0, 1, 14, 15, 16, 17, 40]
  )
  func texts(length: Int) throws {
    for ending in [[], [0], Array("é".utf8), [0xC3], [0xFF, 0x41], Array("\u{1F600}".utf8)] {
      let bytes = Array(repeating: UInt8(ascii: "a"), count: max(0, length - ending.count)) + ending
      let text = String(decoding: bytes, as: UTF8.self)
      let statement = try connection.prepare("SELECT CAST(? AS TEXT)")
      try statement.bind(blob: bytes, at: 0)
      #expect(try statement.step())
      #expect(statement.text(at: 0).utf8.elementsEqual(text.utf8))
      #expect(statement.value(at: 0) == .text(text))
    }
  }

  @Test func columnsThatAreLeftOutAreNullUntilTheyAreRead() throws {
    let statement = try connection.prepare(
      "WITH n(i) AS (VALUES (1), (2), (3), (4)) SELECT i, 'text ' || i, i * 2 FROM n"
    )
    #expect(try statement.step())
    #expect(statement.values == [1, "text 1", 2])
    #expect(try statement.step(reading: 1))
    #expect(statement.values == [2, .null, .null])
    statement.readRest()
    #expect(statement.values == [2, "text 2", 4])
    statement.readRest()
    #expect(statement.values == [2, "text 2", 4])
    #expect(try statement.step(reading: 2))
    #expect(statement.values == [3, "text 3", .null])
    #expect(try statement.step(reading: 0))
    #expect(statement.values == [.null, .null, .null])
    #expect(try !statement.step(reading: 1))
    statement.readRest()
    #expect(statement.values == [.null, .null, .null])
    #expect(try statement.step(reading: 9))
    #expect(statement.values == [1, "text 1", 2])
  }

  @Test func statementsRunManyTimes() throws {
    try connection.execute("CREATE TABLE t (a INTEGER, b TEXT)")
    let insert = try connection.prepare("INSERT INTO t VALUES (?, ?)")
    for index in 0..<100 {
      try insert.bind(integer: Int64(index), at: 0)
      try insert.bind(text: "row \(index)", at: 1)
      #expect(try insert.run() == 1)
    }
    #expect(try connection.value("SELECT count(*) FROM t WHERE b = 'row ' || a") == 100)
    #expect(try connection.run("UPDATE t SET a = 0 WHERE a < ?", 10) == 10)
    #expect(try connection.run("UPDATE t SET a = 0 WHERE a < ?", -1) == 0)
    #expect(try connection.rows("DELETE FROM t WHERE a = 99 RETURNING a, b") == [[99, "row 99"]])
  }

  @Test func scriptsRunToTheirEnd() throws {
    try connection.execute(
      "-- a comment\nCREATE TABLE t (a); INSERT INTO t VALUES (1); SELECT * FROM t;; /* end */ "
    )
    #expect(try connection.value("SELECT count(*) FROM t") == 1)
    try connection.execute("")
    try connection.execute(" -- nothing")
  }

  @Test(arguments: [
    "", " ; ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; -- x\n SELECT 2", "SEL\0ECT",
  ])
  func preparesOneStatementOnly(sql: String) {
    let error = #expect(throws: SQLError.self) { try connection.prepare(sql) }
    #expect(error?.kind == .misuse)
  }

  @Test(arguments: ["SELECT 1;", "SELECT 1; -- one", "/* one */ SELECT 1 ; ; "])
  func ignoresTextsWithoutStatements(sql: String) throws {
    #expect(try connection.value(sql) == 1)
  }

  @Test func errorsHaveReasonAndPlace() throws {
    let sql = "SELECT 1; SELECT é, nix FROM sqlite_schema"
    let error = #expect(throws: SQLError.self) { try connection.execute(sql) }
    #expect(error?.kind == .statement)
    #expect(error?.message.contains("no such column") == true)
    #expect(error?.sql == sql)
    #expect(error?.offset == 17)
  }

  @Test func constraintsAreReported() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE t (k INTEGER PRIMARY KEY, u UNIQUE, n NOT NULL,
        c CONSTRAINT positive CHECK (c > 0), f REFERENCES t);
      INSERT INTO t VALUES (1, 1, 1, 1, NULL);
      """
    )
    func kind(_ values: String) -> (SQLError.Kind?, String?) {
      let error = #expect(throws: SQLError.self) {
        try connection.execute("INSERT INTO t VALUES (\(values))")
      }
      return (error?.kind, error?.constraint)
    }
    #expect(kind("1, 2, 1, 1, NULL") == (.uniqueConstraint, "t.k"))
    #expect(kind("2, 1, 1, 1, NULL") == (.uniqueConstraint, "t.u"))
    #expect(kind("2, 2, NULL, 1, NULL") == (.notNullConstraint, "t.n"))
    #expect(kind("2, 2, 1, 0, NULL") == (.checkConstraint, "positive"))
    #expect(kind("2, 2, 1, 1, 9") == (.foreignKeyConstraint, nil))
  }

  @Test func transactionsNest() throws {
    struct Stop: Error {}
    try connection.execute("CREATE TABLE t (a)")
    try connection.transaction {
      try connection.run("INSERT INTO t VALUES (1)")
      #expect(throws: Stop.self) {
        try connection.transaction {
          try connection.run("INSERT INTO t VALUES (2)")
          throw Stop()
        }
      }
      #expect(connection.isInTransaction)
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.rows("SELECT a FROM t") == [[1]])
  }

  @Test func aClosedConnectionRefusesEverything() throws {
    let statement = try connection.prepare("SELECT 1")
    let interrupter = connection.interrupter
    try connection.transaction {}
    connection.close()
    connection.close()
    interrupter.interrupt()
    #expect(throws: SQLError.self) { try statement.step() }
    #expect(throws: SQLError.self) { try connection.execute("SELECT 1") }
    #expect(throws: SQLError.self) { try connection.begin() }
    #expect(throws: SQLError.self) { try connection.commit() }
    #expect(!connection.isInTransaction)
  }

  @Test func functionsOfSwift() throws {
    struct Odd: Error, CustomStringConvertible { let description = "that is odd" }
    try connection.register(function: "echo") { .text("\($0)") }
    try connection.register(function: "same", argumentCount: 1, isDeterministic: true) { $0[0] }
    try connection.register(function: "fail", argumentCount: 0) { _ in throw Odd() }
    #expect(try connection.value("SELECT echo()") == "[]")
    let values: [SQLValue] = [.null, 1, 2.5, "é", "", .blob([]), .blob([1])]
    for value in values {
      #expect(try connection.value("SELECT same(?)", value) == value)
    }
    let error = #expect(throws: SQLError.self) { try connection.value("SELECT fail()") }
    #expect(error?.message == "that is odd")
  }

  @Test func interruptionStopsAStatement() throws {
    let interrupter = connection.interrupter
    try connection.register(function: "stop", argumentCount: 0) { _ in
      interrupter.interrupt()
      return .null
    }
    let error = #expect(throws: SQLError.self) {
      try connection.value(
        """
        WITH RECURSIVE n(i) AS (SELECT stop() UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n
        """
      )
    }
    #expect(error?.kind == .interrupted)
  }

  @Test func theCacheGivesASecondStatementWhileTheFirstIsInUse() throws {
    let first = try connection.cached("SELECT 1 UNION SELECT 2")
    #expect(try first.step())
    let second = try connection.cached("SELECT 1 UNION SELECT 2")
    #expect(first !== second)
    first.reset()
    #expect(try connection.cached("SELECT 1 UNION SELECT 2") === first)
  }
}
