import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@Suite("Statements that wait for the server together") struct PostgreSQLQueueTests {
  let connection: PostgreSQLConnection

  init() throws {
    connection = try PostgreSQLServer.connect()
    try connection.execute("CREATE TEMPORARY TABLE t (a int UNIQUE, b text)")
  }

  private var count: SQLValue { get throws { try connection.value("SELECT count(*) FROM t") } }

  @Test("All are executed before the next command, and report what they changed")
  func execution() throws {
    let insertion = try connection.prepare("INSERT INTO t VALUES ($1, $2)")
    for number in 0..<1_201 {
      try insertion.bind([.integer(Int64(number)), "text"])
      try insertion.enqueue()
    }
    #expect(try count == 1_201)
    let update = try connection.prepare("UPDATE t SET b = $1 WHERE a = $2")
    var counts: [Int] = []
    for number in [3, 5_000, 7] {
      try update.bind(["new", .integer(Int64(number))])
      try update.enqueue { counts.append($0) }
    }
    try connection.settle()
    #expect(counts == [1, 0, 1])
    try connection.settle()
    #expect(try connection.value("SELECT count(*) FROM t WHERE b = 'new'") == 2)
  }

  @Test("The first error is thrown, and later statements are not executed")
  func errors() throws {
    let insertion = try connection.prepare("INSERT INTO t VALUES ($1, $2)")
    try connection.begin()
    for number in [1, 2, 1, 3] {
      try insertion.bind([.integer(Int64(number)), .null])
      try insertion.enqueue()
    }
    let error = #expect(throws: SQLError.self) { try connection.settle() }
    #expect(error?.kind == .uniqueConstraint)
    try connection.rollBack()
    #expect(try count == 0)
    // The next command throws the pending error of an earlier one.
    try connection.begin()
    for number in [1, 1] {
      try insertion.bind([.integer(Int64(number)), .null])
      try insertion.enqueue()
    }
    #expect(throws: SQLError.self) { try count }
    try connection.rollBack()
    try connection.begin()
    try insertion.bind([7, .null])
    try insertion.enqueue()
    try insertion.bind([7, .null])
    try insertion.enqueue()
    // A rollback ignores errors of queued statements.
    try connection.rollBack()
    #expect(try count == 0)
  }

  @Test("Values of many megabytes")
  func largeValues() throws {
    let insertion = try connection.prepare("INSERT INTO t VALUES ($1, $2)")
    let text = String(repeating: "0123456789", count: 100_000)
    for number in 0..<20 {
      try insertion.bind([.integer(Int64(number)), .text(text)])
      try insertion.enqueue()
    }
    #expect(try connection.value("SELECT sum(length(b)) FROM t") == 20_000_000)
  }
}
