import CSQLite
import SQLDriver

extension SQLiteConnection {
  /// Copies a snapshot of the whole database over another one.
  ///
  /// Other connections may continue to use either meanwhile; their changes of this database are in the copy
  /// completely or not at all.
  package func backUp(to target: SQLiteConnection) throws(SQLError) {
    let copying = try SQLiteCopying(from: handle, to: target.handle)
    defer { copying.end() }
    while try copying.copy(pages: -1) {}
  }

  /// Copies the whole database over another one, some pages at a time.
  ///
  /// A write by another connection between two steps restarts it, unless this connection is in a transaction.
  ///
  /// - Parameters:
  ///   - target: The connection to the database that is overwritten.
  ///   - pagesAtOnce: The number of pages per step.
  ///   - observer: Called before each step; if it throws, the target is unchanged.
  /// - Throws: `SQLError`, or the error of the observer.
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

/// A backup in progress.
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

  /// Copies pages, all if the number is negative, and returns whether there are more.
  func copy(pages: Int32) throws(SQLError) -> Bool {
    let result = sqlite3_backup_step(backup, pages)
    switch result {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    default: throw target.error(result, sql: nil)
    }
  }

  /// Ends the backup; an incomplete one is rolled back.
  func end() { sqlite3_backup_finish(backup) }
}
