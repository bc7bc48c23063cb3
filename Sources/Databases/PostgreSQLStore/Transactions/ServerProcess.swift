import PostgreSQLDriver
import SQLDriver

/// The process of a server that serves a connection, by which it is known to other connections.
package struct ServerProcess: Sendable, Hashable {
  private let number: Int64

  /// When the process began; another one may have its number later.
  private let start: String

  /// The process of a connection; nil where it is not known.
  package init?(of connection: PostgreSQLConnection) {
    let row = try? connection.rows(
      "SELECT pid, pg_catalog.extract('epoch', backend_start)::text"
        + " FROM pg_catalog.pg_stat_activity WHERE pid = pg_catalog.pg_backend_pid()"
    ).first
    guard let row, case .integer(let number) = row[0], case .text(let start) = row[1] else {
      return nil
    }
    self.number = number
    self.start = start
  }

  /// Ends the process, with whatever it is doing, and waits for its end for a moment.
  func end(over connection: PostgreSQLConnection) throws(SQLError) {
    _ = try connection.rows(
      "SELECT pg_catalog.pg_terminate_backend(pid, 500) FROM pg_catalog.pg_stat_activity"
        + " WHERE pid = $1 AND pg_catalog.extract('epoch', backend_start)::text = $2",
      .integer(number),
      .text(start)
    )
  }
}
