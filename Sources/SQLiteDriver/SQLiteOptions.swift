/// How a SQLite database is opened.
package struct SQLiteOptions: Sendable, Hashable {
  package enum Access: Sendable, Hashable {
    case readOnly
    case readWrite
    /// Read and write; make the file if there is none.
    case create
  }

  package var access: Access

  /// How long to wait for another connection's lock before failing as busy.
  package var busyTimeoutMilliseconds: Int32

  /// Pragmas to set on opening, in order.
  package var pragmas: [SQLitePragma]

  package init(
    access: Access = .create,
    busyTimeoutMilliseconds: Int32 = 5_000,
    pragmas: [SQLitePragma] = []
  ) {
    self.access = access
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.pragmas = pragmas
  }
}

/// The setting of a pragma, as in `PRAGMA journal_mode = 'wal'`.
package struct SQLitePragma: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
