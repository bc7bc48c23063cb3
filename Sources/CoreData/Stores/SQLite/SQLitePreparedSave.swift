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
  /// When that fails, the transaction goes on as it was before if it has given keys to the objects, and is taken
  /// back otherwise.
  init(_ changes: StoreChanges, _ adapter: SQLiteAdapter) throws {
    self.adapter = adapter
    self.changes = changes
    save = SQLiteSave(adapter)
    try adapter.beginWriting()
    do {
      if adapter.hasTakenKeys {
        // Nested in a transaction this is a savepoint.
        try adapter.connection.transaction { try write() }
      } else {
        try write()
      }
    } catch {
      save.discard()
      if !adapter.hasTakenKeys { adapter.rollBack() }
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
