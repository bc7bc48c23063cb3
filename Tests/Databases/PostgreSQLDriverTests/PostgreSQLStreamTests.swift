import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
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
    let statement = try connection.prepare("SELECT 1 / (2000 - n) FROM generate_series(1, 3000) n")
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
