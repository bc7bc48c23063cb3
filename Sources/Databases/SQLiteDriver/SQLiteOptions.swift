/// The options for opening a SQLite database.
package struct SQLiteOptions: Sendable, Hashable {
  package enum Access: Sendable, Hashable {
    case readOnly
    case readWrite
    /// Read and write; create the file if it does not exist.
    case create
  }

  package var access: Access

  /// The time to wait for another connection's lock before failing as busy.
  package var busyTimeoutMilliseconds: Int32

  /// Pragmas to set on opening, in order.
  package var pragmas: [SQLitePragma]

  /// The name of the VFS; nil for the default.
  package var vfs: String?

  /// Whether the file does not change while it is open, so that neither locks nor files beside it are needed.
  package var isImmutable: Bool

  package init(
    access: Access = .create,
    busyTimeoutMilliseconds: Int32 = 5_000,
    pragmas: [SQLitePragma] = [],
    vfs: String? = nil,
    isImmutable: Bool = false
  ) {
    self.access = access
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.pragmas = pragmas
    self.vfs = vfs
    self.isImmutable = isImmutable
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
