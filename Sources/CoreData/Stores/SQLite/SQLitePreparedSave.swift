import Foundation
import SQLDriver
import SQLStore
import SQLiteDriver

/// Changes that are written in a transaction which has not ended.
final class SQLitePreparedSave: PreparedSave {
  private let adapter: SQLiteAdapter
  private let changes: StoreChanges
  private let save: SQLiteSave

  /// Writes the changes.
  ///
  /// When that fails, the transaction is taken back, and with it the keys that it has given to objects: they need
  /// others if they are written once more.
  init(_ changes: StoreChanges, _ adapter: SQLiteAdapter) throws {
    self.adapter = adapter
    self.changes = changes
    save = SQLiteSave(adapter)
    try adapter.beginWriting()
    do { try write() } catch {
      takeBack()
      throw error
    }
  }

  private func write() throws {
    let history = HistoryWriter(adapter)
    try history?.takeTombstones(of: changes.deleted)
    try save.write(changes)
    if adapter.store.hasUnsavedMetadata {
      try adapter.file.write(adapter.store.metadata ?? [:])
    }
    try history?.write(changes)
  }

  func commit() throws {
    do { try adapter.commit() } catch {
      takeBack()
      throw SQLiteFailure.error(error, of: adapter.store)
    }
    try save.finish(changes)
  }

  func takeBack() {
    save.discard()
    adapter.rollBack()
  }
}
