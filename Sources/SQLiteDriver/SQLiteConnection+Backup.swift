import CSQLite
import SQLDriver

extension SQLiteConnection {
  /// Copies the whole database, as it is at one moment, over another one.
  ///
  /// Other connections may go on using either meanwhile; what they change in this database is in the copy
  /// or is not, but never half.
  package func backUp(to target: SQLiteConnection) throws(SQLError) {
    let source = try handle.open()
    let destination = try target.handle.open()
    guard let backup = sqlite3_backup_init(destination, "main", source, "main") else {
      throw target.handle.error(sqlite3_errcode(destination), sql: nil)
    }
    let stepped = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard stepped == SQLITE_DONE else {
      throw target.handle.error(finished == SQLITE_OK ? stepped : finished, sql: nil)
    }
  }
}
