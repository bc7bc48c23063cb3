import SQLDriver

/// A mock connection that records its calls.
final class ScriptedConnection: SQLConnection {
  let counters = SQLCounters()
  var dialect = SQLDialect.nonsense
  var isInTransaction = false
  var executed: [String] = []

  /// Statements that fail.
  var failing: Set<String> = []

  var interrupter: any SQLInterrupter { IdleInterrupter() }

  func execute(_ sql: String) throws(SQLError) {
    executed.append(sql)
    if failing.contains(sql) {
      throw SQLError(.other, code: "script", "scripted failure", sql: sql)
    }
    switch sql {
    case dialect.beginRead, dialect.beginWrite: isInTransaction = true
    case "COMMIT", "ROLLBACK": isInTransaction = false
    default: break
    }
  }

  func prepare(_ sql: String) throws(SQLError) -> SQLStatement {
    SQLStatement(cursor: ScriptedCursor(sql: sql))
  }

  func cached(_ sql: String) throws(SQLError) -> SQLStatement {
    try prepare(sql)
  }

  func commit() throws(SQLError) {
    try execute("COMMIT")
  }

  func close() {}
}

struct IdleInterrupter: SQLInterrupter {
  func interrupt() {}
}

/// A mock cursor that returns its parameters as the columns of each row.
final class ScriptedCursor: SQLCursor {
  let sql: String
  let parameterCount: Int
  var columnNames: [String] { (0..<parameterCount).map { "c\($0)" } }
  var changedRows = 0

  /// The number of rows of each execution.
  var rowCount = 1

  /// The row at which stepping fails.
  var failingRow: Int?

  private(set) var log: [String] = []
  private var parameters = UnsafeBufferPointer<SQLCell>(start: nil, count: 0)
  private var row = 0

  init(sql: String = "ECHO", parameterCount: Int = 0) {
    self.sql = sql
    self.parameterCount = parameterCount
  }

  func expect(_ columns: [SQLExpectation], manyRows: Bool) {
    log.append("expect \(columns.count)")
  }

  func start(_ parameters: UnsafeBufferPointer<SQLCell>) throws(SQLError) {
    log.append("start")
    self.parameters = parameters
    row = 0
  }

  func step(into cells: UnsafeMutableBufferPointer<SQLCell>) throws(SQLError) -> Bool {
    log.append("step")
    if row == failingRow { throw SQLError(.busy, code: "script", "scripted failure", sql: sql) }
    guard row < rowCount else {
      changedRows = rowCount
      return false
    }
    row += 1
    for index in cells.indices { cells[index] = parameters[index] }
    return true
  }

  func reset() {
    log.append("reset")
  }
}
