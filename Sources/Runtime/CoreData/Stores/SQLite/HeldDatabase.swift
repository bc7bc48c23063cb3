import Files
import Foundation
import ModelFiles
import SQLDriver
import SQLiteDriver

/// A locked database of a store that is about to be deleted or replaced: its file alone is the whole store.
struct HeldDatabase {
  private let connection: SQLiteConnection

  /// The files that SQLite keeps beside a database.
  static let logs = ["-journal", "-wal", "-shm"]

  /// Locks the database at a path, and ensures that it does not need the files beside it.
  ///
  /// A log that another program is reading cannot be written into the database. Then the database is replaced by a
  /// copy that contains the log; the log, which stays, has the same contents until it is removed.
  ///
  /// - Parameters:
  ///   - path: The path of the database.
  ///   - folder: A folder on the same volume, which is created if it is needed.
  ///   - timeout: The time in milliseconds to wait for other programs.
  /// - Returns: Nil if there is no database, or a damaged one.
  /// - Throws: An error if another program is writing, or the log cannot be merged into the database.
  static func hold(_ path: String, copyingIn folder: URL, timeout: Int32) throws -> HeldDatabase? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let hasLog = logs.contains { FileManager.default.fileExists(atPath: path + $0) }
    do {
      let connection = try open(path, timeout)
      do {
        try settle(connection)
        try connection.execute("BEGIN IMMEDIATE")
        if hasFrames(path) { try replaceByCopy(path, folder, timeout) }
      } catch {
        connection.close()
        throw error
      }
      return HeldDatabase(connection: connection)
    } catch let error as SQLError {
      if error.kind == .corrupt { return nil }
      // A file that is not writable may be replaced, as long as it is complete.
      if !hasLog, [.readOnly, .permission, .cannotConnect].contains(error.kind) { return nil }
      throw SQLiteFailure.error(error, at: URL(fileURLWithPath: path))
    }
  }

  /// Writes the log into the database, unless another program is reading it.
  private static func settle(_ connection: SQLiteConnection) throws {
    do {
      _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      guard error.kind == .busy else { throw error }
    }
  }

  private static func open(_ path: String, _ timeout: Int32) throws -> SQLiteConnection {
    let options = SQLiteOptions(access: .readWrite, busyTimeoutMilliseconds: timeout)
    return try SQLiteConnection(path: path, options: options)
  }

  /// Whether the log has contents.
  private static func hasFrames(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? NSNumber).map { $0.intValue > 0 } ?? false
  }

  private static func replaceByCopy(_ path: String, _ folder: URL, _ timeout: Int32) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let place = folder.appendingPathComponent("whole.sqlite").path
    // A writing connection cannot be copied from.
    let reader = try open(path, timeout)
    defer { reader.close() }
    let copy = try SQLiteConnection(path: place, options: SQLiteOptions(access: .create))
    defer { copy.close() }
    // An incomplete copy is discarded anyway.
    _ = try copy.rows("PRAGMA journal_mode = OFF")
    try reader.backUp(to: copy)
    copy.close()
    guard rename(place, path) == 0 else {
      throw StoreFiles.failure(FileProblem(errorNumber: errno), URL(fileURLWithPath: path))
    }
  }

  /// Releases the database; if it is replaced, the files beside the other one stay.
  func close() { connection.close() }
}
