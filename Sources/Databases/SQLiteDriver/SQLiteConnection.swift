import CSQLite
import SQLDriver

/// A connection to a SQLite database.
package final class SQLiteConnection: SQLConnection {
  package let dialect = SQLDialect.sqlite

  let handle: SQLiteHandle

  // A connection has one caller at a time, and nothing calls it back while these are changed.
  @exclusivity(unchecked) private var cache = SQLStatementCache()

  /// The statements of every save, which need no search in the cache.
  @exclusivity(unchecked) private var beginning: SQLStatement?
  @exclusivity(unchecked) private var ending: SQLStatement?

  /// Opens the database at a path; `:memory:` is one that lives as long as the connection.
  package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws(SQLError) {
    let access =
      switch options.access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    handle = try SQLiteHandle(
      path: options.isImmutable ? Self.immutable(path) : path,
      flags: access | SQLITE_OPEN_NOMUTEX | (options.isImmutable ? SQLITE_OPEN_URI : 0),
      vfs: options.vfs
    )
    sqlite3_busy_timeout(handle.pointer, options.busyTimeoutMilliseconds)
    for pragma in options.pragmas {
      try set(pragma)
    }
  }

  /// The URI of a file that does not change.
  private static func immutable(_ path: String) -> String {
    var uri = "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return uri + "?immutable=1"
  }

  /// The version of the SQLite library, such as `3.40.1`.
  package static var libraryVersion: String {
    String(cString: sqlite3_libversion())
  }

  package var isInTransaction: Bool {
    handle.pointer.map { sqlite3_get_autocommit($0) == 0 } ?? false
  }

  /// Whether the file of the database was removed, or another one is at its path.
  package var hasMoved: Bool {
    var hasMoved: Int32 = 0
    guard let pointer = handle.pointer else { return false }
    let code = sqlite3_file_control(pointer, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// A number that changes with each commit that the connection has seen, its own or another connection's; nil if
  /// there is none.
  package var seenState: UInt32? {
    var version: UInt32 = 0
    // Without a name it is about the main database, which need not be searched for.
    guard let pointer = handle.pointer,
      sqlite3_file_control(pointer, nil, SQLITE_FCNTL_DATA_VERSION, &version) == SQLITE_OK
    else { return nil }
    return version
  }

  package var counters: SQLCounters { handle.counters }

  package var interrupter: any SQLInterrupter { handle.interrupter }

  /// Frees the pages that SQLite keeps in memory.
  package func releaseMemory() {
    if let pointer = handle.pointer { sqlite3_db_release_memory(pointer) }
  }

  package func execute(_ sql: String) throws(SQLError) {
    if Self.isAboutTransactions(sql) {
      try cached(sql).run()
      return
    }
    let text = try StatementText(sql)
    var offset = 0
    while offset < text.count {
      let compiled = try text.compile(from: offset, on: handle, persistent: false)
      offset = compiled.end
      if let pointer = compiled.statement {
        try SQLStatement(cursor: SQLiteCursor(pointer, handle: handle, sql: sql)).run()
      }
    }
  }

  /// Whether a text begins or ends transactions, so often that it is compiled once.
  private static func isAboutTransactions(_ sql: String) -> Bool {
    guard sql.utf8.count < 48, !sql.utf8.contains(UInt8(ascii: ";")) else { return false }
    return transactionWords.contains { sql.hasPrefix($0) }
  }

  private static let transactionWords = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE"]

  package func prepare(_ sql: String) throws(SQLError) -> SQLStatement {
    let text = try StatementText(sql)
    var cursor: SQLiteCursor?
    var offset = 0
    while offset < text.count {
      let compiled = try text.compile(from: offset, on: handle, persistent: true)
      offset = compiled.end
      guard let pointer = compiled.statement else { continue }
      let next = SQLiteCursor(pointer, handle: handle, sql: sql)
      if cursor != nil {
        throw SQLError(
          .misuse,
          code: "statements",
          "there is more than one statement in the text",
          sql: sql
        )
      }
      cursor = next
    }
    guard let cursor else {
      throw SQLError(.misuse, code: "statements", "there is no statement in the text", sql: sql)
    }
    return SQLStatement(cursor: cursor)
  }

  package func cached(_ sql: String) throws(SQLError) -> SQLStatement {
    if let statement = cache.idleStatement(for: sql) { return statement }
    let statement = try prepare(sql)
    cache.keep(statement)
    return statement
  }

  package func begin(_ kind: SQLTransactionKind) throws(SQLError) {
    guard kind == .write else { return try execute(dialect.beginRead) }
    if beginning == nil { beginning = try prepare(dialect.beginWrite) }
    try beginning?.run()
  }

  package func commit() throws(SQLError) {
    if ending == nil { ending = try prepare("COMMIT") }
    try ending?.run()
  }

  package func close() {
    beginning = nil
    ending = nil
    cache.removeAll()
    handle.close()
  }

  private func set(_ pragma: SQLitePragma) throws(SQLError) {
    do {
      let name = try dialect.identifier(pragma.name)
      let value = try dialect.textLiteral(pragma.value)
      try execute("PRAGMA \(name) = \(value)")
    } catch let error as SQLQuotingError {
      throw SQLError(.misuse, code: "pragma", "\(error)")
    } catch let error as SQLError {
      throw error
    } catch {
      throw SQLError(.other, code: "pragma", "\(error)")
    }
  }
}
