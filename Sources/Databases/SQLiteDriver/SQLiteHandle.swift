import CSQLite
import SQLDriver

/// The C connection, which lives until it is closed or its last statement is freed.
final class SQLiteHandle {
  // Read and written whole by the one caller that uses the connection.
  @exclusivity(unchecked) private(set) var pointer: OpaquePointer?
  let interrupter: SQLiteInterrupter
  let counters = SQLCounters()

  /// The observer of the statements.
  var tracer: SQLiteTracer?

  /// Whether SQLite no longer counts the memory of the process, which takes a lock for each allocation: five for
  /// each updated row.
  ///
  /// A program that has used SQLite before, for example to read those counts, keeps its configuration.
  private static let hasLibraryConfigured = csqlite_leave_memory_uncounted() == SQLITE_OK

  init(path: String, flags: Int32, vfs: String? = nil) throws(SQLError) {
    if path.utf8.contains(0) {
      throw SQLError(.cannotConnect, code: "path", "the path of a database cannot contain U+0000")
    }
    _ = Self.hasLibraryConfigured
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(path, &pointer, flags, vfs)
    guard code == SQLITE_OK, let pointer else {
      let message = pointer.map { String(cString: sqlite3_errmsg($0)) }
      var error = SQLError(
        sqlite: pointer.map { sqlite3_extended_errcode($0) } ?? code,
        message: "\(path): \(message ?? String(cString: sqlite3_errstr(code)))"
      )
      if error.kind == .other || error.kind == .inputOutput { error.kind = .cannotConnect }
      sqlite3_close_v2(pointer)
      throw error
    }
    sqlite3_extended_result_codes(pointer, 1)
    self.pointer = pointer
    interrupter = SQLiteInterrupter(pointer)
  }

  deinit {
    close()
  }

  /// Closes the connection.
  ///
  /// Remaining statements keep the C connection alive until they are freed (`close_v2`), and find no pointer here.
  func close() {
    guard let pointer else { return }
    interrupter.end()
    self.pointer = nil
    sqlite3_close_v2(pointer)
  }

  func open() throws(SQLError) -> OpaquePointer {
    guard let pointer else {
      throw SQLError(.misuse, code: "closed", "the connection is closed")
    }
    return pointer
  }

  /// The error of the last call.
  func error(_ code: Int32, sql: String?) -> SQLError {
    guard let pointer else {
      return SQLError(sqlite: code, message: String(cString: sqlite3_errstr(code)), sql: sql)
    }
    let extended = sqlite3_extended_errcode(pointer)
    // If the code is not the connection's last one (a misuse, for example), the connection has no message for it.
    let isLast = extended & 0xFF == code & 0xFF
    var error = SQLError(
      sqlite: isLast ? extended : code,
      message: String(cString: isLast ? sqlite3_errmsg(pointer) : sqlite3_errstr(code)),
      sql: sql
    )
    let offset = sqlite3_error_offset(pointer)
    if isLast, offset >= 0 { error.offset = Int(offset) }
    return error
  }
}
