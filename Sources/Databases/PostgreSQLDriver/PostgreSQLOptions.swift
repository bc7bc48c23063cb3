/// The way in which a PostgreSQL database is reached.
package struct PostgreSQLOptions: Sendable, Hashable {
  /// A connection string or URL as libpq takes it.
  ///
  /// It may name several hosts, which are tried in turn.
  package var connection: String

  /// Words for libpq that the connection string need not repeat; it wins where it does.
  package var defaults: [PostgreSQLSetting]

  /// The time to wait for a lock before failing as busy; 0 for ever.
  package var lockTimeoutMilliseconds: Int32

  /// The time to wait for any answer of the server before the connection is given up; 0 for ever.
  package var answerTimeoutMilliseconds: Int32

  /// Whether the connection may leave anything on the server between transactions: prepared statements and
  /// settings.
  ///
  /// False where a pooler gives each transaction another connection (PgBouncer's transaction mode). Every
  /// execution then carries its statement with it, and the time to wait for locks is not set.
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

  /// Settings with which a dead server is noticed within seconds, not hours.
  package static let failOverDefaults = [
    PostgreSQLSetting("connect_timeout", "2"),
    PostgreSQLSetting("keepalives_idle", "2"),
    PostgreSQLSetting("keepalives_interval", "1"),
    PostgreSQLSetting("keepalives_count", "2"),
    PostgreSQLSetting("tcp_user_timeout", "3000"),
  ]
}

/// A word of a libpq connection and its value.
package struct PostgreSQLSetting: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
