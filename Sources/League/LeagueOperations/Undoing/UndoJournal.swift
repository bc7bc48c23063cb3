import CoreData
import Files
import Foundation

/// Records how to undo recent changes: in a file beside the store, so that the next run of the program can
/// do it, or in memory like the store.
///
/// The changes of a store on a server are in a file on the client machine.
///
/// Persistent history would record which objects were changed, but not their values before, and only in SQLite
/// stores.
final class UndoJournal: Sendable {
  /// The file; nil for memory.
  private let path: String?
  private let memory = UndoMemory()

  /// - Parameters:
  ///   - location: The place of the store.
  ///   - identifier: The UUID of the store.
  init(for location: StoreLocation, identifier: String) {
    switch location.kind {
    case .memory: path = nil
    case .postgresql:
      let folder = NSPersistentContainer.defaultDirectoryURL()
      // A failure is reported when the file is opened.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appendingPathComponent("League-\(identifier)-undo").path
    case .sqlite, .binary, .xml, .custom: path = location.url.path + "-undo"
    }
  }

  /// Calls a closure while the journal is locked, so that its last entry belongs to the last change
  /// of any process.
  ///
  /// - Parameter work: The work, with the entries of the journal.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work, and an error if the file cannot be opened.
  func exclusively<Result>(_ work: (UndoEntries) throws -> Result) throws -> Result {
    guard let path else { return try work(UndoEntries(.memory(memory))) }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error(path) }
    // Closing the descriptor releases the lock.
    let file = FileHandle(fileDescriptor: descriptor)
    defer { try? file.close() }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Self.error(path) }
    }
    return try work(UndoEntries(.file(file)))
  }

  private static func error(_ path: String) -> LeagueError {
    .store("'\(path)' cannot be used: \(String(cString: strerror(errno)))")
  }
}
