import CLibPQ
import SQLDriver

// Statements that are shown: with the time from when they are sent to when their results are there.
extension PostgreSQLHandle {
  /// A statement that is under way, and is to be shown.
  struct TracedStatement {
    let sql: String
    let expandedSQL: String
    let start = ContinuousClock.now
    var rows = 0
  }

  /// The start of the trace of a statement; nil if the connection has no tracer.
  func traced(_ sql: String, _ parameters: UnsafeBufferPointer<SQLCell>? = nil) -> TracedStatement?
  {
    guard tracer != nil else { return nil }
    let values = parameters.map { $0.map(\.value) } ?? []
    return TracedStatement(
      sql: sql,
      expandedSQL: values.isEmpty ? sql : SQLDialect.postgreSQL.expanding(sql, values)
    )
  }

  /// Shows a statement that has ended.
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
  /// Lets a function see each statement when it has been run; nil ends that.
  ///
  /// Statements that are executed for many rows together are seen once, with the number of rows and without values.
  package func trace(_ report: ((SQLTrace) -> Void)?) { handle.tracer = report }
}
