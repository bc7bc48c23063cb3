import PostgreSQLDriver
import SQLDriver
import SQLStore
import Synchronization

/// Compares the store in the schema with the one that was opened, when its metadata have changed.
///
/// After a migration by another program the numbers of entities may have other meanings. A migration locks the table
/// of the markers with which all saves begin, so that the state that a transaction finds after its marker holds until
/// its end.
package final class ServerVersion: Sendable {
  private struct State {
    /// The version of the row of metadata that was compared last.
    var confirmed: String?
    var isOther = false
  }

  private let state = Mutex(State())

  /// Whether a UUID and metadata are those of the store that was opened, in its version.
  private let isOpened: @Sendable (_ identifier: String, _ metadata: [UInt8]) -> Bool

  /// The query for the version of the row of metadata.
  private let question: String

  /// Creates the state of an open store.
  ///
  /// - Parameters:
  ///   - comparesContents: Whether the metadata are compared by a digest, which takes longer: not every database that
  ///     understands PostgreSQL's SQL has the system column with the number of the transaction.
  ///   - isOpened: Whether a UUID and metadata are those of the store that was opened, in its version.
  package init(
    comparesContents: Bool,
    isOpened: @escaping @Sendable (_ identifier: String, _ metadata: [UInt8]) -> Bool
  ) {
    self.isOpened = isOpened
    question =
      comparesContents
      ? "SELECT md5(contents) FROM coredata_metadata LIMIT 1" : "SELECT \(Self.expression)"
  }

  /// The expression for the version of the row of metadata.
  static let expression = "(SELECT m.xmin::text FROM coredata_metadata m LIMIT 1)"

  /// Throws if the store is known not to be the one that was opened.
  package func requireOpened() throws {
    if state.withLock({ $0.isOther }) { throw StoreError.otherVersion }
  }

  /// Throws if the store is not the one that was opened.
  package func confirm(_ connection: any SQLConnection) throws {
    guard case .text(let version) = try connection.value(question) else {
      return try confirm("", connection)
    }
    try confirm(version, connection)
  }

  /// Throws if the store is not the one that was opened, given the version of the metadata row that the connection
  /// has seen.
  func confirm(_ version: String, _ connection: any SQLConnection) throws {
    try requireOpened()
    if version == state.withLock({ $0.confirmed }) { return }
    guard case .store(let identifier, let metadata) = try StoreTables(connection).state(),
      isOpened(identifier, metadata)
    else {
      state.withLock { $0.isOther = true }
      throw StoreError.otherVersion
    }
    state.withLock { $0.confirmed = version }
  }
}
