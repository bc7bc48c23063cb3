/// An error of a database, or of the connection to it.
package struct SQLError: Error, Hashable {
  package var kind: Kind

  /// The database's own code: SQLite's extended result code, or PostgreSQL's SQLSTATE.
  package var code: String

  /// The database's own message.
  package var message: String

  /// Further details, and the database's hint.
  package var detail: String?
  package var hint: String?

  /// The name of the constraint that was violated, where the database reports it.
  package var constraint: String?

  /// The names of the table and the column whose value was refused, where the database reports them.
  package var table: String?
  package var column: String?

  /// The text of the statement; nil for an error that does not concern a statement.
  package var sql: String?

  /// The position of the problem in the text, in UTF-8 bytes, if the database reports it.
  package var offset: Int?

  package init(_ kind: Kind, code: String, _ message: String, sql: String? = nil) {
    self.kind = kind
    self.code = code
    self.message = message
    self.sql = sql
  }
}

extension SQLError {
  /// The kind of error, in terms that mean the same for every database.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The database cannot be opened or reached.
    case cannotConnect
    /// The connection ended. The operation in progress did not happen.
    case connectionLost
    /// The connection ended, or the wait was cut short, during a commit: it may have happened.
    case commitUncertain
    /// The transaction had failed before, and was rolled back by its commit.
    case rolledBack
    /// Another connection holds a lock, and the timeout has passed.
    case busy
    /// Transactions conflicted; the same transaction may succeed when run again.
    case serialization
    case uniqueConstraint
    case foreignKeyConstraint
    case notNullConstraint
    case checkConstraint
    case otherConstraint
    /// The database does not accept changes.
    case readOnly
    /// The server, or the transaction, does not accept changes; after a fail-over another server does.
    case notPrimary
    /// The user may not do this.
    case permission
    /// The disk, or a limit on the size of the database, is full.
    case full
    /// A disk failed. The connection must be closed, not used again.
    case inputOutput
    /// The file is damaged, or is no database.
    case corrupt
    /// The statement was interrupted by a ``SQLInterrupter`` or took too long.
    case interrupted
    /// Fewer rows were inserted than the statement was given, and the database reported no error.
    case leftOut
    /// A value does not fit its column or parameter.
    case value
    /// The statement is not valid SQL, or names something that does not exist.
    case statement
    /// The driver was used wrongly.
    case misuse
    case other

    /// Whether the values in a statement were refused, by a constraint or by the type of their column.
    package var concernsValues: Bool {
      switch self {
      case .uniqueConstraint, .foreignKeyConstraint, .notNullConstraint, .checkConstraint,
        .otherConstraint, .value:
        true
      default: false
      }
    }
  }

  /// The remedy for an error.
  package enum Remedy: Sendable, Hashable {
    /// Run the whole transaction again.
    case retry
    /// Open a new connection, and run the whole transaction again.
    case reconnect
    /// Open a new connection, and find out whether the commit happened.
    case findOut
    /// Only report it to the user.
    case report
  }

  package var remedy: Remedy {
    switch kind {
    case .busy, .serialization: .retry
    case .connectionLost, .cannotConnect, .notPrimary: .reconnect
    case .commitUncertain: .findOut
    default: .report
    }
  }
}

extension SQLError: CustomStringConvertible {
  /// `message (kind, code)`, then the detail, the hint and the statement on lines of their own.
  package var description: String {
    var lines = ["\(message) (\(kind.rawValue), \(code))"]
    if let detail { lines.append("detail: \(detail)") }
    if let hint { lines.append("hint: \(hint)") }
    if let sql { lines.append("statement: \(excerpt(of: sql))") }
    return lines.joined(separator: "\n")
  }

  /// The part of a statement around the error; statements can be megabytes long.
  private func excerpt(of sql: String) -> String {
    let limit = 2_000
    let bytes = Array(sql.utf8)
    if bytes.count <= limit { return sql }
    let middle = min(max(offset ?? 0, 0), bytes.count)
    let start = max(0, min(middle - limit / 2, bytes.count - limit))
    let part = String(decoding: bytes[start..<(start + limit)], as: UTF8.self)
    return (start > 0 ? "…" : "") + part + (start + limit < bytes.count ? "…" : "")
  }
}
