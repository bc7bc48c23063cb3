import Foundation
import SQLDriver
import SQLStore
import SQLiteDriver

/// Lets several contexts read an SQLite store at the same time, and while another one saves.
///
/// The coordinator's own connection serves one caller at a time, and none while a save goes on. Whoever finds it in
/// use borrows a connection from here, which reads what was saved last. There are connections only for stores with
/// a write-ahead log, where readers and writers do not wait for one another.
final class StoreReaders: @unchecked Sendable {
  private let store: SQLiteStore
  private let contents: SQLiteModel
  private let slot: StoreSlot
  private let file: (url: URL, vfs: String?)
  private let cache: RowCache
  private let limit: Int

  private let lock = NSLock()
  private var idle: [Reader] = []
  private var count = 0
  private var isClosed = false

  /// A connection that only reads.
  final class Reader {
    let adapter: SQLiteAdapter
    fileprivate let file: SQLiteFile

    fileprivate init(_ file: SQLiteFile, _ adapter: SQLiteAdapter) {
      self.file = file
      self.adapter = adapter
    }

    deinit { file.close() }
  }

  /// The readers of a store; nil for one that cannot have any.
  init?(
    of store: SQLiteStore,
    _ contents: SQLiteModel,
    slot: StoreSlot,
    _ present: SQLiteFile,
    _ cache: RowCache
  ) {
    guard present.url.path != "/dev/null", (try? present.usesWriteAheadLog()) == true,
      (try? present.connection.value("PRAGMA locking_mode")) != .text("exclusive")
    else { return nil }
    self.store = store
    self.contents = contents
    self.slot = slot
    file = (present.url, present.vfs)
    self.cache = cache
    let wanted = store.options?[NSPersistentStoreConnectionPoolMaxSizeKey] as? NSNumber
    limit = max(0, (wanted?.intValue ?? 8) - 1)
  }

  /// Does something with a connection that nobody else uses; nil if there is none.
  func read<Result>(_ body: (SQLiteAdapter) throws -> Result) rethrows -> Result? {
    guard let reader = borrow() else { return nil }
    defer { giveBack(reader) }
    return try body(reader.adapter)
  }

  /// Closes all connections; those in use are closed when they are given back.
  func close() {
    lock.withLock {
      isClosed = true
      idle = []
    }
  }

  private func borrow() -> Reader? {
    let mayOpen = lock.withLock { () -> Bool? in
      if isClosed { return false }
      if !idle.isEmpty { return nil }
      guard count < limit else { return false }
      count += 1
      return true
    }
    switch mayOpen {
    case nil: return lock.withLock { idle.popLast() }
    case false?: return nil
    case true?:
      if let reader = try? open() { return reader }
      // Whoever cannot be helped here waits for the connection of the coordinator.
      lock.withLock { isClosed = true }
      return nil
    }
  }

  private func giveBack(_ reader: Reader) {
    lock.withLock {
      if !isClosed { idle.append(reader) }
    }
  }

  private func open() throws -> Reader {
    let file = try SQLiteFile(file.url, access: .readOnly, timeout: 100, vfs: file.vfs)
    do {
      try SQLiteFunctions.register(on: file.connection)
      SQLDebug.observe(file.connection)
      try? file.applyPragmas(of: store.options)
      return Reader(file, try SQLiteAdapter(file, contents, slot: slot, store: store, cache: cache))
    } catch {
      file.close()
      throw error
    }
  }
}
