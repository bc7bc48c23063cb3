import PostgreSQLDriver
import SQLDriver
import Synchronization

/// Detects changes of a store in PostgreSQL, without reading its objects.
///
/// As long as the server has numbered no transaction since the last call, nothing was written at all, which is one
/// short query. Otherwise the last number of the history, the markers of saves and the version of the metadata are
/// compared: the server numbers the transactions of all its databases.
package final class ServerWatch: Sendable {
  private let place: ServerPlace
  private let state = Mutex(State())

  // The connection is only used inside of the mutex.
  private struct State: @unchecked Sendable {
    var connection: PostgreSQLConnection?
    var newest: String?
    var marks: [String?]?
  }

  package init(_ place: ServerPlace) {
    self.place = place
  }

  /// Records the current state, unless an earlier one is recorded already.
  package func begin() {
    state.withLock { state in
      if state.marks == nil { _ = look(&state) }
    }
  }

  /// Whether the store has changed since the last call.
  ///
  /// A server that does not answer has no changes; the next call connects again.
  package func hasChanged() -> Bool {
    state.withLock { look(&$0) }
  }

  /// Closes the connection, and forgets the recorded state.
  package func end() {
    state.withLock { state in
      state.connection?.close()
      state = State()
    }
  }

  private func look(_ state: inout State) -> Bool {
    do {
      let connection = try state.connection ?? connect()
      state.connection = connection
      let newest = try connection.lastRow(of: Self.newest).first ?? nil
      if newest == state.newest, state.marks != nil { return false }
      let marks = try connection.lastRow(of: Self.marks)
      defer { (state.newest, state.marks) = (newest, marks) }
      return state.marks.map { $0 != marks } ?? false
    } catch {
      state.connection?.close()
      state.connection = nil
      return false
    }
  }

  private func connect() throws -> PostgreSQLConnection {
    var limits = PostgreSQLLimits()
    limits.answerMilliseconds = 2_000
    let database = PostgreSQLDatabase(place.address, limits: limits, applicationName: "momgen")
    return try database.connect()
  }

  private static let newest =
    "SELECT pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())::text"

  private static let marks = """
    SELECT (SELECT last FROM coredata_counter WHERE name = 'history')::text, \
    (SELECT count(*)::text || ' ' || max(moment)::text FROM coredata_transaction WHERE number IS NULL), \
    (SELECT max(xmin::text) FROM coredata_metadata)
    """
}
