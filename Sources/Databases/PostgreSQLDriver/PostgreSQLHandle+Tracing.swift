import CLibPQ
import SQLDriver

// Tracing of statements: the time from when one is sent until its results have arrived.
extension PostgreSQLHandle {
  /// A traced statement in progress.
  struct TracedStatement {
    let sql: String
    let expandedSQL: String
    let start = ContinuousClock.now
    var rows = 0
  }

  /// Begins the trace of a statement; nil if the connection has no tracer.
  func traced(_ sql: String, _ parameters: UnsafeBufferPointer<SQLCell>? = nil) -> TracedStatement?
  {
    guard tracer != nil else { return nil }
    let values = parameters.map { $0.map(\.value) } ?? []
    return TracedStatement(
      sql: sql,
      expandedSQL: values.isEmpty ? sql : SQLDialect.postgreSQL.expanding(sql, values)
    )
  }

  /// Reports a traced statement that has ended.
  func show(_ statement: TracedStatement?) {
    guard let statement, let tracer else { return }
    let time = (ContinuousClock.now - statement.start).components
    tracer(
      SQLTrace(
        sql: statement.sql,
        expandedSQL: statement.expandedSQL,
        seconds: Double(time.seconds) + Double(time.attoseconds) / 1e18,
        rows: statement.rows
      )
    )
  }
}

extension PostgreSQLConnection {
  /// Calls a function after each statement; nil ends tracing.
  ///
  /// Statements that are executed for many rows together are reported once, with the number of rows and without
  /// values.
  package func trace(_ report: ((SQLTrace) -> Void)?) { handle.tracer = report }
}
