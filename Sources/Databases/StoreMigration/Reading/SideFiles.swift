import Files

/// The files that SQLite keeps beside a database: beside the file to which a link leads, under its name.
package enum SideFiles {
  /// The path of the file to which a path leads.
  ///
  /// - Parameter path: The path of a database, which may be a link.
  /// - Returns: The path at which all links end, or the path itself where they end at no file.
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
