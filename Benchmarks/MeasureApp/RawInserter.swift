import CSQLite

/// Inserts players with the C interface, a hundred with each statement, in one transaction.
final class RawInserter {
  private static let columns =
    "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZJERSEYNUMBER, ZEMAIL, ZFIRSTNAME, ZLASTNAME) VALUES "
  private static let rowsInStatement = 100

  private var database: OpaquePointer?
  private var statement: OpaquePointer?
  private var waiting: [CSVLine] = []
  private var key: Int64 = 0

  init(_ path: String) throws {
    guard
      sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        == SQLITE_OK
    else { throw Failure(description: "cannot open \(path)") }
    try run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE")
    try prepare(Self.rowsInStatement)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(database)
  }

  func add(_ line: CSVLine) throws {
    waiting.append(line)
    if waiting.count == Self.rowsInStatement { try flush() }
  }

  func finish() throws {
    if !waiting.isEmpty {
      try prepare(waiting.count)
      try flush()
    }
    try run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_NAME = 'Player'; COMMIT")
  }

  private func prepare(_ rows: Int) throws {
    sqlite3_finalize(statement)
    let sql =
      Self.columns + Array(repeating: "(?, 1, 1, ?, ?, ?, ?)", count: rows).joined(separator: ",")
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
  }

  private func flush() throws {
    var place: Int32 = 1
    for line in waiting {
      key += 1
      sqlite3_bind_int64(statement, place, key)
      sqlite3_bind_int64(statement, place + 1, Int64(line.jerseyNumber))
      bind(line.email, at: place + 2)
      bind(line.firstName, at: place + 3)
      bind(line.lastName, at: place + 4)
      place += 5
    }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
    sqlite3_reset(statement)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Binds a text; SQLite has to copy short ones, which are not stable in memory.
  private func bind(_ text: String, at place: Int32) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        _ = sqlite3_bind_text(
          statement,
          place,
          bytes.baseAddress,
          Int32(bytes.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        )
      }
    }
  }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  private var failure: Failure {
    Failure(description: String(cString: sqlite3_errmsg(database)))
  }
}
