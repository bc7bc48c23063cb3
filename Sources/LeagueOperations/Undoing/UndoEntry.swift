import Foundation
import Synchronization

/// The only entry of an ``UndoJournal``: how to take back the last change, if that is known.
struct UndoEntry {
  enum Place {
    case memory(UndoMemory)
    /// A file that this process alone has at the moment.
    case file(FileHandle)
  }

  private let place: Place

  init(_ place: Place) {
    self.place = place
  }

  /// How to take back the last change; nil if that is not known.
  ///
  /// A file that cannot be understood is none: it is no part of the store.
  var record: UndoRecord? {
    switch place {
    case .memory(let memory): return memory.record.withLock { $0 }
    case .file(let file):
      guard (try? file.seek(toOffset: 0)) != nil, let data = try? file.readToEnd() else {
        return nil
      }
      return try? JSONDecoder().decode(UndoRecord.self, from: data)
    }
  }

  /// Forgets the last change, before another one is saved: should the program end in between, nothing can be
  /// undone, rather than something that was not last.
  func clear() throws {
    switch place {
    case .memory(let memory): memory.record.withLock { $0 = nil }
    case .file(let file): try file.truncate(atOffset: 0)
    }
  }

  /// Keeps a change, after ``clear()``; a file that is left half written cannot be understood.
  func keep(_ record: UndoRecord) throws {
    switch place {
    case .memory(let memory): memory.record.withLock { $0 = record }
    case .file(let file):
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: JSONEncoder().encode(record))
    }
  }
}

/// Where a journal keeps its entry that has no file.
final class UndoMemory: Sendable {
  let record = Mutex<UndoRecord?>(nil)
}
