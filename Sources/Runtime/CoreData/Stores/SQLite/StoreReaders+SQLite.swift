import Foundation
import SQLDriver
import SQLStore
import SQLiteDriver

extension StoreReaders {
  /// Creates the readers of an SQLite store; nil for one that cannot have any.
  ///
  /// There are readers only for stores with a write-ahead log, in which readers and writers do not block each other.
  convenience init?(
    of store: SQLiteStore,
    _ contents: SQLiteModel,
    slot: StoreSlot,
    _ present: SQLiteFile,
    _ cache: RowCache
  ) {
    guard present.url.path != "/dev/null", (try? present.usesWriteAheadLog()) == true,
      (try? present.connection.value("PRAGMA locking_mode")) != .text("exclusive")
    else { return nil }
    let (url, vfs) = (present.url, present.vfs)
    self.init(limit: Self.limit(in: store.options), metrics: slot.coordinator.metrics) {
      let file = try SQLiteFile(url, access: .readOnly, timeout: 100, vfs: vfs)
      do {
        try file.requireSameFile(as: present)
        try SQLiteFunctions.register(on: file.connection)
        SQLDebug.observe(file.connection)
        try? file.applyPragmas(of: store.options)
        let adapter = try SQLiteAdapter(file, contents, slot: slot, store: store, cache: cache)
        return Reader(adapter) { file.close() }
      } catch {
        file.close()
        throw error
      }
    }
  }
}
