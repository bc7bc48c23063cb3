/// The options of a connection to a PostgreSQL database.
package struct PostgreSQLOptions: Sendable, Hashable {
  /// A connection string or URL as libpq takes it.
  ///
  /// It may name several hosts, which are tried in turn.
  package var connection: String

  /// Connection parameters that the connection string overrides.
  package var defaults: [PostgreSQLSetting]

  /// The time to wait for a lock before failing as busy; 0 for no limit.
  package var lockTimeoutMilliseconds: Int32

  /// The time to wait for any answer of the server before the connection is abandoned; 0 for no limit.
  package var answerTimeoutMilliseconds: Int32

  /// Whether the connection may keep prepared statements and settings on the server between transactions.
  ///
  /// False where a pooler gives each transaction another connection (PgBouncer's transaction mode). Then each
  /// execution sends its statement, and no lock timeout is set.
  package var keepsSessionState: Bool

  package init(
    connection: String,
    defaults: [PostgreSQLSetting] = Self.failOverDefaults,
    lockTimeoutMilliseconds: Int32 = 5_000,
    answerTimeoutMilliseconds: Int32 = 0,
    keepsSessionState: Bool = true
  ) {
    self.connection = connection
    self.defaults = defaults
    self.lockTimeoutMilliseconds = lockTimeoutMilliseconds
    self.answerTimeoutMilliseconds = answerTimeoutMilliseconds
    self.keepsSessionState = keepsSessionState
  }

  /// Settings by which a dead server is detected within seconds, not hours.
  package static let failOverDefaults = [
    PostgreSQLSetting("connect_timeout", "2"),
    PostgreSQLSetting("keepalives_idle", "2"),
    PostgreSQLSetting("keepalives_interval", "1"),
    PostgreSQLSetting("keepalives_count", "2"),
    PostgreSQLSetting("tcp_user_timeout", "3000"),
  ]
}

/// A parameter of a libpq connection and its value.
package struct PostgreSQLSetting: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
