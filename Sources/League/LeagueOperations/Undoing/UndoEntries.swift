import Foundation
import Synchronization

/// The entries of an ``UndoJournal``, the newest last, as lines of JSON.
///
/// A line that cannot be parsed is an unknown change: a program was killed while it saved, or the
/// file is damaged. The journal is not part of the store.
struct UndoEntries {
  enum Place {
    case memory(UndoMemory)
    /// A file that this process has locked.
    case file(FileHandle)
  }

  /// The size in bytes above which the oldest entries are dropped.
  static let sizeLimit = 32 << 20

  /// The maximum size of an entry; a larger change is recorded without its objects, and cannot be undone.
  static let entryLimit = 16 << 20

  /// The line of a change that is being saved.
  private static let unknown = Data("{}\n".utf8)

  private let place: Place

  init(_ place: Place) {
    self.place = place
  }

  /// The last change; nil if it is unknown.
  var last: UndoRecord? {
    let bytes = (try? self.bytes()) ?? Data()
    return bytes.lines.last.flatMap(Self.record)
  }

  /// The change with an identifier, and whether it was undone since; nil if it is no longer in the journal.
  func entry(_ id: UUID) -> (record: UndoRecord, isUndone: Bool)? {
    let name = Data(id.uuidString.utf8)
    var isUndone = false
    for line in ((try? bytes()) ?? Data()).lines.reversed() where line.range(of: name) != nil {
      guard let record = Self.record(line) else { continue }
      if record.id == id { return (record, isUndone) }
      if record.undone == id { isUndone = true }
    }
    return nil
  }

  /// The objects restored after a change.
  func revivals(since id: UUID) -> Revivals {
    let (name, mark) = (Data(id.uuidString.utf8), Data("\"revived\"".utf8))
    var later: [UndoRecord] = []
    for line in ((try? bytes()) ?? Data()).lines.reversed() {
      if line.range(of: mark) != nil, let record = Self.record(line), record.id != id {
        later.append(record)
      } else if line.range(of: name) != nil, Self.record(line)?.id == id {
        break
      }
    }
    var revivals = Revivals()
    for record in later.reversed() { revivals.add(record) }
    return revivals
  }

  /// Records that a change is about to be saved: should the program be killed before ``keep(_:at:)``, the
  /// last change is unknown, and no older one is mistaken for it.
  ///
  /// - Returns: The offset for the entry of the change.
  func begin() throws -> Int {
    if try size() > Self.sizeLimit { try dropOldest() }
    let offset = try size()
    // An incomplete entry of another program stays a separate line.
    let isAtLineStart = try offset == 0 || bytes(from: offset - 1) == Data("\n".utf8)
    try write((isAtLineStart ? Data() : Data("\n".utf8)) + Self.unknown, at: offset)
    return isAtLineStart ? offset : offset + 1
  }

  /// Undoes ``begin()``, because nothing was saved.
  func cancel(at offset: Int) throws {
    try write(Data(), at: offset)
  }

  /// Writes the record of a saved change; nil for a save without changes.
  func keep(_ record: UndoRecord?, at offset: Int) throws {
    guard let record else { return try cancel(at: offset) }
    var line = try JSONEncoder().encode(record)
    if line.count > Self.entryLimit { line = try JSONEncoder().encode(record.withoutObjects) }
    try write(line + Data("\n".utf8), at: offset)
  }

  private static func record(_ line: Data) -> UndoRecord? {
    try? JSONDecoder().decode(UndoRecord.self, from: line)
  }

  /// Keeps the newest entries, up to half of the maximum size.
  private func dropOldest() throws {
    var kept = Data()
    for line in try bytes().lines.reversed() {
      guard kept.count + line.count <= Self.sizeLimit / 2 else { break }
      kept = line + Data("\n".utf8) + kept
    }
    try write(kept, at: 0)
  }

  // MARK: Bytes

  private func size() throws -> Int {
    switch place {
    case .memory(let memory): memory.bytes.withLock { $0.count }
    case .file(let file): Int(try file.seekToEnd())
    }
  }

  private func bytes(from offset: Int = 0) throws -> Data {
    switch place {
    case .memory(let memory): return memory.bytes.withLock { $0.dropFirst(offset) }
    case .file(let file):
      try file.seek(toOffset: UInt64(offset))
      return try file.readToEnd() ?? Data()
    }
  }

  /// Replaces everything from an offset on.
  private func write(_ data: Data, at offset: Int) throws {
    switch place {
    case .memory(let memory):
      memory.bytes.withLock { $0 = $0.prefix(offset) + data }
    case .file(let file):
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: data)
      try file.truncate(atOffset: UInt64(offset + data.count))
    }
  }
}

/// The bytes of a journal without a file.
final class UndoMemory: Sendable {
  let bytes = Mutex(Data())
}

extension Data {
  /// The lines without their ends, and without empty ones.
  fileprivate var lines: [Data] { split(separator: UInt8(ascii: "\n")) }
}
