import Foundation
import SQLDriver
import SQLiteDriver
import StoreMigration

/// The key of the option that names the VFS by which SQLite reaches the files of a store.
package let sqliteVFSOption = "OpenCoreDataSQLiteVFS"

/// The key of the option that says that the file of a store which is only read does not change while the store is open:
/// SQLite makes no files beside it then, and takes no locks.
package let sqliteImmutableOption = "OpenCoreDataSQLiteImmutable"

/// Opens a database that is only to be read, also where nothing can be written beside it.
///
/// A database with a write-ahead log needs two files beside it even for reading. Where they cannot be made, in a
/// folder that is read-only or on a disk that is, no other program writes either: without a log the file is read as
/// one that does not change; with a log the database and the log are copied, and the copy is read.
struct ReadOnlyOpening {
  private let path: String
  private let options: SQLiteOptions

  init(path: String, _ options: SQLiteOptions) {
    // SQLite keeps the log beside the file to which links lead.
    self.path = SideFiles.database(at: path)
    self.options = options
  }

  func open() throws -> (SQLiteConnection, SQLiteCopy?) {
    var options = options
    // Beside an empty file SQLite would remove a log, also for those who only read.
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
      // Reading finds other problems.
      return (connection, nil)
    }
  }

  private static func isAboutFilesBeside(_ error: SQLError) -> Bool {
    error.kind == .cannotConnect || error.kind == .readOnly || error.kind == .permission
  }

  /// Whether files could be made in the folder of the database.
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

/// A copy of a database and its log, which goes with the value.
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
      // The copy may be read-only, as the original is.
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
