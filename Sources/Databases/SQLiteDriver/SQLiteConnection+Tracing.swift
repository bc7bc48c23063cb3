import CSQLite
import SQLDriver

extension SQLiteConnection {
  /// Calls a function after each statement; nil ends tracing.
  package func trace(_ report: ((SQLTrace) -> Void)?) {
    guard let pointer = handle.pointer else { return }
    guard let report else {
      handle.tracer = nil
      sqlite3_trace_v2(pointer, 0, nil, nil)
      return
    }
    let tracer = SQLiteTracer(report)
    handle.tracer = tracer
    sqlite3_trace_v2(
      pointer,
      UInt32(SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW),
      { event, context, statement, nanoseconds in
        guard let context, let statement else { return 0 }
        let tracer = Unmanaged<SQLiteTracer>.fromOpaque(context).takeUnretainedValue()
        guard event == UInt32(SQLITE_TRACE_PROFILE), let nanoseconds else {
          tracer.countRow(of: statement)
          return 0
        }
        let time = nanoseconds.load(as: Int64.self)
        tracer.report(OpaquePointer(statement), seconds: Double(time) / 1e9)
        return 0
      },
      Unmanaged.passUnretained(tracer).toOpaque()
    )
  }
}

/// The function to call after each statement.
final class SQLiteTracer {
  private let body: (SQLTrace) -> Void

  /// The number of rows of statements that have not ended.
  private var rows: [UnsafeMutableRawPointer: Int] = [:]

  init(_ body: @escaping (SQLTrace) -> Void) {
    self.body = body
  }

  func countRow(of statement: UnsafeMutableRawPointer) {
    rows[statement, default: 0] += 1
  }

  func report(_ statement: OpaquePointer, seconds: Double) {
    let count = rows.removeValue(forKey: UnsafeMutableRawPointer(statement)) ?? 0
    guard let text = sqlite3_sql(statement) else { return }
    let sql = String(cString: text)
    var expanded = sql
    if let text = sqlite3_expanded_sql(statement) {
      expanded = String(cString: text)
      sqlite3_free(text)
    }
    body(SQLTrace(sql: sql, expandedSQL: expanded, seconds: seconds, rows: count))
  }
}
