import CSQLite
import SQLDriver

/// The text of one or more statements as SQLite needs it: bytes with a terminating zero.
struct StatementText {
  private let sql: String
  private let bytes: [CChar]

  init(_ sql: String) throws(SQLError) {
    if sql.utf8.contains(0) {
      throw SQLError(.misuse, code: "statements", "a statement cannot contain U+0000", sql: sql)
    }
    self.sql = sql
    bytes = Array(sql.utf8CString)
  }

  /// The number of bytes without the terminating zero.
  var count: Int { bytes.count - 1 }

  /// Compiles the statement that begins at an offset; returns none if only comments or white space are left.
  func compile(
    from offset: Int,
    on handle: SQLiteHandle,
    persistent: Bool
  ) throws(SQLError) -> (statement: OpaquePointer?, end: Int) {
    let connection = try handle.open()
    var statement: OpaquePointer?
    var end = count
    let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return SQLITE_MISUSE }
      guard let length = Int32(exactly: buffer.count - offset) else { return SQLITE_TOOBIG }
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(connection, base + offset, length, flags, &statement, &tail)
      if let tail { end = tail - base }
      return code
    }
    guard code == SQLITE_OK else {
      var error = handle.error(code, sql: sql)
      if let place = error.offset { error.offset = place + offset }
      throw error
    }
    return (statement, max(end, offset + 1))
  }
}
