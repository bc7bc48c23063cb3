import CSQLite
import SQLDriver

extension SQLiteConnection {
  /// Copies the whole database, as it is at one moment, over another one.
  ///
  /// Other connections may go on using either meanwhile; what they change in this database is in the copy
  /// or is not, but never half.
  package func backUp(to target: SQLiteConnection) throws(SQLError) {
    let copying = try SQLiteCopying(from: handle, to: target.handle)
    defer { copying.end() }
    while try copying.copy(pages: -1) {}
  }

  /// The same, some pages at a time.
  ///
  /// A write by another connection between the pieces restarts it, unless this connection is in a transaction.
  ///
  /// - Parameters:
  ///   - target: The connection to the database that becomes a copy.
  ///   - pagesAtOnce: How many pages a piece has.
  ///   - observer: Called before each piece; if it throws, the target is as it was.
  /// - Throws: `SQLError`, or what the observer throws.
  package func backUp(
    to target: SQLiteConnection,
    pagesAtOnce: Int32,
    _ observer: () throws -> Void
  ) throws {
    let copying = try SQLiteCopying(from: handle, to: target.handle)
    defer { copying.end() }
    try observer()
    while try copying.copy(pages: pagesAtOnce) { try observer() }
  }
}

/// A copy of a database in the making.
private struct SQLiteCopying {
  private let backup: OpaquePointer
  private let target: SQLiteHandle

  init(from source: SQLiteHandle, to target: SQLiteHandle) throws(SQLError) {
    let destination = try target.open()
    guard let backup = sqlite3_backup_init(destination, "main", try source.open(), "main") else {
      throw target.error(sqlite3_errcode(destination), sql: nil)
    }
    self.backup = backup
    self.target = target
  }

  /// Copies pages, all if the number is negative, and says whether there are more.
  func copy(pages: Int32) throws(SQLError) -> Bool {
    let result = sqlite3_backup_step(backup, pages)
    switch result {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    default: throw target.error(result, sql: nil)
    }
  }

  /// Ends the copying; what is not whole then is taken back.
  func end() { sqlite3_backup_finish(backup) }
}
