import Files

/// The files that SQLite keeps beside a database: for a link, beside the file that it leads to.
package enum SideFiles {
  /// The path of the file that a path leads to.
  ///
  /// - Parameter path: The path of a database, which may be a link.
  /// - Returns: The path with all links resolved, or the path itself if they lead to no file.
  package static func database(at path: String) -> String {
    guard case .file(let target, _)? = try? WrittenPlace(path) else { return path }
    return target
  }

  /// The path of the write-ahead log of a database.
  ///
  /// - Parameter path: The path of the database, which may be a link.
  /// - Returns: The path, whether or not there is a log.
  package static func log(ofDatabaseAt path: String) -> String { database(at: path) + "-wal" }

  /// The path of the rollback journal of a database.
  ///
  /// - Parameter path: The path of the database, which may be a link.
  /// - Returns: The path, whether or not there is a journal.
  package static func journal(ofDatabaseAt path: String) -> String {
    database(at: path) + "-journal"
  }
}
