import Foundation
import Synchronization

/// Keeps how to take back the last change: in a file beside the store, so that the next run of the program can
/// do it, or in memory where the store is.
///
/// Persistent history would tell which objects were changed, but not what they were before, and only in SQLite
/// stores.
final class UndoJournal: Sendable {
  /// The file; nil for memory.
  private let url: URL?
  private let kept = Mutex<UndoRecord?>(nil)

  init(for location: StoreLocation) {
    url =
      location.kind == .memory
      ? nil : URL(fileURLWithPath: location.url.path + "-undo", isDirectory: false)
  }

  /// How to take back the last change; nil if that is not known.
  ///
  /// A file that cannot be understood is none: it is no part of the store.
  var record: UndoRecord? {
    guard let url else { return kept.withLock { $0 } }
    guard let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONDecoder().decode(UndoRecord.self, from: data)
  }

  /// Forgets the last change, before another one is saved: should the program end in between, nothing can be
  /// undone, rather than something that was not last.
  func clear() throws {
    guard let url else { return kept.withLock { $0 = nil } }
    do {
      try FileManager.default.removeItem(at: url)
    } catch CocoaError.fileNoSuchFile {
      // There was nothing to forget.
    }
  }

  func keep(_ record: UndoRecord) throws {
    guard let url else { return kept.withLock { $0 = record } }
    try JSONEncoder().encode(record).write(to: url, options: .atomic)
  }
}
