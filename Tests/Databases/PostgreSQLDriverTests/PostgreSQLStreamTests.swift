import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Synchronization
import Testing

@Suite("Rows that are read one by one") struct PostgreSQLStreamTests {
  let connection: PostgreSQLConnection

  init() throws { connection = try PostgreSQLServer.connect() }

  @Test("Another statement in the middle")
  func nesting() throws {
    let outer = try connection.prepare("SELECT n, n::numeric FROM generate_series(1, 3000) n")
    let inner = try connection.prepare("SELECT $1::bigint * 2 FROM generate_series(1, 3)")
    var sum: Int64 = 0
    var rows = 0
    while try outer.step() {
      rows += 1
      #expect(outer.value(at: 1) == .text("\(outer.integer(at: 0))"))
      guard rows % 1_000 == 500 else { continue }
      try inner.bind([.integer(outer.integer(at: 0))])
      while try inner.step() { sum += inner.integer(at: 0) }
      #expect(!connection.isInTransaction)
    }
    #expect(rows == 3_000)
    #expect(sum == 3 * 2 * (500 + 1_500 + 2_500))
  }

  @Test("A statement that is abandoned")
  func leaving() throws {
    var statement: SQLStatement? = try connection.prepare("SELECT * FROM generate_series(1, 3000)")
    for _ in 0..<3 {
      #expect(try statement?.step() == true)
      statement?.reset()
    }
    #expect(try statement?.step() == true)
    statement = nil
    #expect(try connection.value("SELECT 7") == 7)
  }

  @Test("An error behind the first rows", arguments: [false, true])
  func lateErrors(interrupted: Bool) throws {
    try requireLateError(connection.prepare(Self.lateError), interrupted: interrupted)
  }

  /// A query that fails behind its first rows.
  private static let lateError = "SELECT 1 / (2000 - n) FROM generate_series(1, 3000) n"

  private func requireLateError(_ statement: SQLStatement, interrupted: Bool) throws {
    #expect(try statement.step())
    // The rest is read ahead, including the error.
    if interrupted { #expect(try connection.value("SELECT 1") == 1) }
    var rows = 1
    let error = #expect(throws: SQLError.self) { while try statement.step() { rows += 1 } }
    #expect(error?.code == "22012")
    #expect(rows == 1_999)
    #expect(try connection.value("SELECT 2") == 2)
  }

  @Test("Columns that are read only on request")
  func lateColumns() throws {
    let statement = try connection.prepare(
      "SELECT n::numeric / 2, 'a' || n, n::numeric, NULL FROM generate_series(1, 30) n"
    )
    var numbers: [SQLValue] = []
    while try statement.step(reading: 1) {
      #expect(statement.isNull(at: 1))
      let before = statement.value(at: 0)
      statement.readRest()
      #expect(statement.value(at: 0) == before)
      #expect(statement.isNull(at: 3))
      numbers.append(statement.value(at: 2))
    }
    #expect(numbers == (1...30).map { .text("\($0)") })
  }

  // MARK: COPY

  /// A statement that is executed by COPY.
  private func copying(_ sql: String) throws -> SQLStatement {
    let statement = try connection.prepare(sql)
    statement.expect([], manyRows: true)
    return statement
  }

  @Test("COPY sends the same values as a prepared statement")
  func copiedValues() throws {
    let sql = """
      SELECT n, n::smallint, n::integer, n = 2, n / 3.0::real, n::float8 / 7, (n * 1.5)::numeric, 'a' || n, \
      '', NULL::text, NULLIF(n, 2), timestamptz '2001-01-01 00:00:00Z' + n * interval '1.5 s', \
      decode(repeat('00ff', n), 'hex'), md5(n::text)::uuid, 'NaN'::numeric, repeat('é', n * 4000) \
      FROM generate_series(1, 4) n
      """
    let prepared = try connection.rows(sql)
    let statement = try copying(sql)
    var copied: [[SQLValue]] = []
    while try statement.step() { copied.append((0..<16).map { statement.value(at: $0) }) }
    #expect(copied == prepared)
    #expect(copied.count == 4 && copied[3][10] == .integer(4) && copied[1][10] == .null)
  }

  @Test("COPY is used if many rows are expected, until a statement has few, and shown as such")
  func choice() throws {
    var shown: [SQLTrace] = []
    connection.trace { shown.append($0) }
    defer { connection.trace(nil) }
    try connection.execute("CREATE TEMPORARY TABLE choice (n integer)")
    let few = try copying("SELECT n FROM choice")
    for _ in 0..<2 { while try few.step() {} }
    try connection.execute("INSERT INTO choice SELECT generate_series(1, 1000)")
    for _ in 0..<2 { while try few.step() {} }
    let unmarked = try connection.prepare("SELECT n FROM choice ORDER BY n")
    while try unmarked.step() {}
    let parameter = try copying("SELECT n FROM choice WHERE n > $1::integer")
    try parameter.bind([.integer(3)])
    while try parameter.step() {}
    let queries = shown.filter { $0.sql.contains("SELECT n") }
    #expect(
      queries.map { "\($0.sql.hasPrefix("COPY (SELECT n FROM choice) TO")) \($0.rows)" }
        == ["true 0", "false 0", "false 1000", "true 1000", "false 1000", "false 997"]
    )
    #expect(connection.counters.rowsRead.load(ordering: .relaxed) == 3_997)
  }

  @Test("Another statement in the middle of COPY, and columns that are read only on request")
  func copyingWithOthers() throws {
    let outer = try copying("SELECT n, 'a' || n, n::numeric FROM generate_series(1, 3000) n")
    var sum: Int64 = 0
    var rows = 0
    while try outer.step(reading: 1) {
      rows += 1
      if rows % 1_000 == 500 {
        #expect(try connection.value("SELECT 7") == 7)
        #expect(!connection.isInTransaction)
      }
      #expect(outer.isNull(at: 1))
      outer.readRest()
      #expect(outer.value(at: 1) == .text("a\(rows)") && outer.value(at: 2) == .text("\(rows)"))
      sum += outer.integer(at: 0)
    }
    #expect(rows == 3_000 && sum == 4_501_500)
  }

  @Test("A COPY that is abandoned, in a transaction or outside of one", arguments: [false, true])
  func leavingCopy(isInTransaction: Bool) throws {
    if isInTransaction { try connection.begin(.read) }
    var statement: SQLStatement? = try copying("SELECT * FROM generate_series(1, 300000)")
    for _ in 0..<2 {
      #expect(try statement?.step() == true)
      statement?.reset()
    }
    #expect(try statement?.step() == true)
    statement = nil
    #expect(try connection.value("SELECT 7") == 7)
    if isInTransaction { try connection.commit() }
  }

  @Test("An error of COPY: at once, behind the first rows, and by another statement's request")
  func errorsOfCopy() throws {
    try connection.execute("CREATE TEMPORARY TABLE gone (n integer)")
    let refused = try copying("SELECT n FROM gone")
    try connection.execute("DROP TABLE gone")
    #expect(throws: SQLError.self) { try refused.step() }
    #expect(try connection.value("SELECT 3") == 3)
    for interrupted in [false, true] {
      try requireLateError(copying(Self.lateError), interrupted: interrupted)
    }
  }

  @Test("A connection that ends during COPY is lost")
  func lostCopy() throws {
    let process = try connection.value("SELECT pg_backend_pid()")
    let statement = try copying("SELECT n, repeat('x', 1000) FROM generate_series(1, 100000) n")
    #expect(try statement.step())
    let other = try PostgreSQLServer.connect()
    _ = try other.rows("SELECT pg_terminate_backend($1::integer, 5000)", process)
    let error = #expect(throws: SQLError.self) { while try statement.step() {} }
    #expect(error?.kind == .connectionLost, "\(error as Any)")
    #expect(!connection.isUsable)
  }

  @Test("Changes that return rows")
  func returning() throws {
    try connection.execute("CREATE TEMPORARY TABLE r (a int)")
    let insertion = try connection.prepare(
      "INSERT INTO r SELECT generate_series(1, 50) RETURNING a"
    )
    #expect(try insertion.run() == 50)
    #expect(try connection.value("SELECT count(*) FROM r") == 50)
  }
}
