import SQLDriver
import SQLStore
import SQLiteDriver
import StoreMigration

/// Compares the store of a connection with the one that was opened, each time that it has seen a commit.
///
/// After a migration by another program the numbers of entities may have other meanings, and columns hold other
/// values.
final class VersionWatch: StoreWatching {
  private let connection: SQLiteConnection
  private unowned let store: SQLiteStore

  /// The state that was compared last.
  private var confirmedState: UInt32?

  /// The metadata that were compared last, as they are stored.
  private var confirmedMetadata: [SQLValue] = []

  init(_ connection: SQLiteConnection, of store: SQLiteStore) {
    self.connection = connection
    self.store = store
  }

  func confirm() throws {
    if let state = connection.seenState, state == confirmedState { return }
    let statement = try connection.cached("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1")
    defer { statement.reset() }
    let row = try statement.step() ? [statement.value(at: 0), statement.value(at: 1)] : []
    if row != confirmedMetadata || row.isEmpty {
      guard let present = try StoreMetadata.read(connection), isOpenedStore(present) else {
        throw StoreError.otherVersion
      }
      confirmedMetadata = row
    }
    confirmedState = connection.seenState
  }

  /// No other connection has written between the comparison and the commit.
  func noteOwnCommit() { confirmedState = connection.seenState }

  private func isOpenedStore(_ metadata: StoreMetadata) -> Bool {
    guard let opened = store.openedMetadata else { return true }
    return metadata.describes(opened.versionHashes, [opened.identifier, store.identifier])
  }
}

extension StoreMetadata {
  /// Whether the metadata are those of a store with some version hashes and one of some UUIDs.
  func describes(_ versionHashes: [String: [UInt8]], _ identifiers: [String?]) -> Bool {
    self.versionHashes == versionHashes && identifiers.contains(identifier)
  }
}
