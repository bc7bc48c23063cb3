import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps how to take back the last change: in a file beside the store, so that the next run of the program can
/// do it, or in memory where the store is.
///
/// Persistent history would tell which objects were changed, but not what they were before, and only in SQLite
/// stores.
final class UndoJournal: Sendable {
  /// The file; nil for memory.
  private let path: String?
  private let memory = UndoMemory()

  init(for location: StoreLocation) {
    path = location.kind == .memory ? nil : location.url.path + "-undo"
  }

  /// Does something while no other process has the journal, so that what is in it belongs to the last change,
  /// whoever makes it.
  ///
  /// - Parameter work: What is done, with the entry of the journal.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws, and an error if the file cannot be opened.
  func exclusively<Result>(_ work: (UndoEntry) throws -> Result) throws -> Result {
    guard let path else { return try work(UndoEntry(.memory(memory))) }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error(path) }
    // The lock goes with the descriptor.
    let file = FileHandle(fileDescriptor: descriptor)
    defer { try? file.close() }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Self.error(path) }
    }
    return try work(UndoEntry(.file(file)))
  }

  private static func error(_ path: String) -> LeagueError {
    .store("'\(path)' cannot be used: \(String(cString: strerror(errno)))")
  }
}
