import PostgreSQLStore
import SQLDriver
import Testing

@Suite("The term of a server") struct ServerTermTests {
  /// Servers that a store connects to successively, and whether the last one is accepted.
  @Test(
    arguments: [
      ([("1", "00000001", false)], true),
      ([("1", "00000001", false), ("1", "00000001", false)], true),
      // A failover, then the old primary again.
      ([("1", "00000001", false), ("1", "00000002", false)], true),
      ([("1", "00000002", false), ("1", "00000001", false)], false),
      // The timeline has hexadecimal digits on a primary, decimal digits on a standby.
      ([("1", "0000000A", false), ("1", "00000010", false)], true),
      ([("1", "0000000A", false), ("1", "10", true)], true),
      ([("1", "0000000A", false), ("1", "9", true)], false),
      ([("1", "12", true), ("1", "0000000B", false)], false),
      // Another cluster.
      ([("1", "00000001", false), ("2", "00000007", false)], false),
      // A rejected server changes nothing.
      ([("1", "00000002", false), ("2", "00000007", false), ("1", "00000002", false)], true),
      ([("1", "00000003", false), ("1", "00000002", false), ("1", "00000003", false)], true),
    ] as [([(String, String, Bool)], Bool)]
  )
  func servers(_ servers: [(String, String, Bool)], isAccepted: Bool) throws {
    let term = ServerTerm()
    var error: SQLError?
    for (cluster, timeline, isStandby) in servers {
      error = nil
      let row: [SQLValue] = [.text(cluster), .text(timeline), .integer(isStandby ? 1 : 0)]
      do { try term.check(AnsweringConnection([row])) } catch let refusal { error = refusal }
    }
    #expect((error == nil) == isAccepted)
    if let error {
      #expect(error.kind == .notPrimary && error.remedy == .reconnect)
      #expect(error.code == "timeline")
    }
  }

  @Test("A server that does not report its term is accepted; one that fails is not")
  func silence() throws {
    let term = ServerTerm()
    try term.check(AnsweringConnection([["1", "00000005", 0]]))
    for kind in [SQLError.Kind.permission, .statement] {
      try term.check(AnsweringConnection(SQLError(kind, code: "", "")))
    }
    #expect(throws: SQLError.self) {
      try term.check(AnsweringConnection(SQLError(.connectionLost, code: "", "")))
    }
    #expect(throws: SQLError.self) {
      try term.check(AnsweringConnection([["1", "00000004", 0]]))
    }
  }
}

/// A connection that answers every statement with the same rows, or the same error.
private final class AnsweringConnection: SQLConnection {
  let counters = SQLCounters()
  private let answer: Result<[[SQLValue]], SQLError>

  let dialect = SQLDialect.postgreSQL
  let isInTransaction = false
  var interrupter: any SQLInterrupter { Interrupter() }

  init(_ rows: [[SQLValue]]) { answer = .success(rows) }
  init(_ error: SQLError) { answer = .failure(error) }

  private struct Interrupter: SQLInterrupter {
    func interrupt() {}
  }

  func execute(_ sql: String) throws(SQLError) { _ = try answer.get() }
  func prepare(_ sql: String) throws(SQLError) -> SQLStatement {
    SQLStatement(cursor: AnsweringCursor(sql, try answer.get()))
  }
  func cached(_ sql: String) throws(SQLError) -> SQLStatement { try prepare(sql) }
  func commit() throws(SQLError) {}
  func close() {}
}

private final class AnsweringCursor: SQLCursor {
  let sql: String
  let columnNames: [String]
  let parameterCount = 0
  let changedRows = 0
  private let rows: [[SQLValue]]
  private var next = 0

  /// The bytes of the strings in the current row.
  private var memory: [UnsafeMutableBufferPointer<UInt8>] = []

  init(_ sql: String, _ rows: [[SQLValue]]) {
    self.sql = sql
    self.rows = rows
    columnNames = (rows.first ?? []).indices.map { "\($0)" }
  }

  deinit { for bytes in memory { bytes.deallocate() } }

  func expect(_ columns: [SQLExpectation], manyRows: Bool) {}
  func start(_ parameters: UnsafeBufferPointer<SQLCell>) { next = 0 }

  func step(into row: UnsafeMutableBufferPointer<SQLCell>) -> Bool {
    guard next < rows.count else { return false }
    for (column, value) in rows[next].enumerated() {
      switch value {
      case .integer(let number): row[column] = .integer(number)
      case .text(let text):
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        memory.append(bytes)
        row[column] = .text(bytes.baseAddress.map { UnsafePointer($0) }, count: bytes.count)
      case .null, .real, .blob: row[column] = .null
      }
    }
    next += 1
    return true
  }

  func reset() {}
}
