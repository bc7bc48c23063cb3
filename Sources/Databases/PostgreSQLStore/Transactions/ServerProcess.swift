import PostgreSQLDriver
import SQLDriver

/// The server process of a connection, identified so that other connections can terminate it.
package struct ServerProcess: Sendable, Hashable {
  private let number: Int64

  /// The time at which the process began; another process may have its number later.
  private let start: String

  /// Reads the process of a connection; nil where it is not known.
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

  /// Terminates the process, whatever it is doing, and waits briefly for its end.
  func end(over connection: PostgreSQLConnection) throws(SQLError) {
    _ = try connection.rows(
      "SELECT pg_catalog.pg_terminate_backend(pid, 500) FROM pg_catalog.pg_stat_activity"
        + " WHERE pid = $1 AND pg_catalog.extract('epoch', backend_start)::text = $2",
      .integer(number),
      .text(start)
    )
  }
}
