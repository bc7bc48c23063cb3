import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

extension SQLiteAdapter: GenerationKeeping {
  /// Returns a snapshot of the current rows.
  ///
  /// With a write-ahead log, writers continue meanwhile; without one, they wait.
  func keepRows(mayHoldUpWriters: Bool) throws -> (any WholeStoreSource)? {
    guard let coordinator = store.persistentStoreCoordinator,
      let store = store as? SQLiteStore, let contents = store.contents,
      try mayHoldUpWriters || file.usesWriteAheadLog()
    else { return nil }
    let present = file
    let file = try SQLiteFile(present.url, access: .readOnly, vfs: present.vfs)
    do {
      try file.requireSameFile(as: present)
      try SQLiteFunctions.register(on: file.connection)
      try file.keepMorePages()
      try file.connection.execute("BEGIN")
      // The first read of the transaction creates its snapshot.
      _ = try file.metadata()
      let slot = StoreSlot(number: slot, coordinator: coordinator)
      let cache = RowCache(isLatest: false)
      let adapter = try SQLiteAdapter(file, contents, slot: slot, store: store, cache: cache)
      return SQLGeneration(adapter, of: store) { file.close() }
    } catch {
      file.close()
      throw SQLiteFailure.error(error, of: store)
    }
  }
}

extension SQLiteFile {
  /// Whether the database has a write-ahead log.
  func usesWriteAheadLog() throws -> Bool {
    guard case .text("wal")? = try connection.rows("PRAGMA journal_mode").first?.first else {
      return false
    }
    return true
  }
}
