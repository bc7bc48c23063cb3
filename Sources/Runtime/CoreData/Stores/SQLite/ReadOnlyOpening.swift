import Foundation
import SQLDriver
import SQLiteDriver
import StoreMigration

/// The key of the option with the name of the SQLite VFS for the files of a store.
package let sqliteVFSOption = "OpenCoreDataSQLiteVFS"

/// The key of the option that declares that the file of a read-only store does not change while the store is open:
/// then SQLite creates no files beside it, and takes no locks.
package let sqliteImmutableOption = "OpenCoreDataSQLiteImmutable"

/// Opens a database for reading only, even if nothing can be written beside it.
///
/// A database with a write-ahead log needs two files beside it even for reading. If they cannot be created, in a
/// read-only folder or on a read-only disk, no other program writes either: without a log the file is read as an
/// immutable one; with a log the database and the log are copied, and the copy is read.
struct ReadOnlyOpening {
  private let path: String
  private let options: SQLiteOptions

  init(path: String, _ options: SQLiteOptions) {
    // SQLite keeps the log beside the file that links lead to.
    self.path = SideFiles.database(at: path)
    self.options = options
  }

  func open() throws -> (SQLiteConnection, SQLiteCopy?) {
    var options = options
    // Beside an empty file SQLite would remove a log, even for readers.
    if FileTimestamp(path)?.size == 0 { options.isImmutable = true }
    let connection = try SQLiteConnection(path: path, options: options)
    do {
      _ = try connection.value("PRAGMA schema_version")
      return (connection, nil)
    } catch {
      if Self.isAboutFilesBeside(error), !canWriteBeside {
        connection.close()
        return try openElsewhere()
      }
      // Reading detects other problems.
      return (connection, nil)
    }
  }

  private static func isAboutFilesBeside(_ error: SQLError) -> Bool {
    error.kind == .cannotConnect || error.kind == .readOnly || error.kind == .permission
  }

  /// Whether files can be created in the folder of the database.
  private var canWriteBeside: Bool {
    access((path as NSString).deletingLastPathComponent, W_OK) == 0
  }

  private func openElsewhere() throws -> (SQLiteConnection, SQLiteCopy?) {
    let log = path + "-wal"
    let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? NSNumber
    if size?.int64Value ?? 0 > 0 {
      let copy = try SQLiteCopy(of: path)
      var options = options
      options.access = .readWrite
      let connection = try SQLiteConnection(path: copy.path, options: options)
      try connection.execute("PRAGMA query_only = 1")
      return (connection, copy)
    }
    var options = options
    options.isImmutable = true
    return (try SQLiteConnection(path: path, options: options), nil)
  }
}

/// A temporary copy of a database and its log, which is deleted with this object.
final class SQLiteCopy {
  private let folder: URL
  let path: String

  init(of original: String) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString)")
    path = folder.appendingPathComponent("copy.sqlite").path
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    do {
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
      }
      // The copy may be read-only, like the original.
      for suffix in ["", "-wal"] {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600],
          ofItemAtPath: path + suffix
        )
      }
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
