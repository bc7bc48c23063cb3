import Files
import SQLDriver

/// The sizes of the files of a store, and the part of them that is in use.
package struct StoreFileSizes: Sendable, Hashable {
  /// The bytes of the database and of its write-ahead log.
  package var database: Int
  package var log: Int

  package var pageSize: Int
  package var pageCount: Int

  /// The number of free pages.
  package var freePageCount: Int

  /// SQLite's name of the journal mode: `wal`, `delete` and so on.
  package var journal: String

  /// The sizes of a store that is not in a file.
  init(database: Int) {
    self.database = database
    log = 0
    pageSize = 0
    pageCount = 0
    freePageCount = 0
    journal = ""
  }

  package init(ofStoreAt path: String, _ connection: some SQLConnection) throws {
    database = Self.bytes(of: path) ?? 0
    log = Self.bytes(of: SideFiles.log(ofDatabaseAt: path)) ?? 0
    pageSize = try connection.count("PRAGMA page_size")
    pageCount = try connection.count("PRAGMA page_count")
    freePageCount = try connection.count("PRAGMA freelist_count")
    // A connection to a file at rest does not see a log.
    journal = "wal"
    if !DatabaseHeader.usesLog(path),
      case .text(let mode) = try connection.value("PRAGMA journal_mode")
    {
      journal = mode
    }
  }

  /// The size of a file in bytes; nil if there is none.
  static func bytes(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Int(status.st_size)
  }
}

extension SQLConnection {
  /// The whole number that a statement returns; 0 if it returns none.
  func count(_ sql: String) throws -> Int {
    guard case .integer(let number) = try value(sql) else { return 0 }
    return Int(clamping: number)
  }
}
