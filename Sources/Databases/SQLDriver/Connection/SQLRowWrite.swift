/// A statement that writes one row of a table, as data, so that a driver can execute it for many rows together.
///
/// Its parameters are the values of the columns that it writes, then those that identify the row. Names are quoted.
package struct SQLRowWrite: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Inserts a row with values for some columns. If the statement is enqueued, a row that the database omits
    /// without an error is an error of kind ``SQLError/Kind-swift.enum/leftOut``.
    case insertion(columns: [String])

    /// Inserts a row unless its values for unique columns are those of another. Of rows that are inserted together,
    /// each is reported as inserted only if all were.
    case insertionIfAbsent(columns: [String])

    /// Sets columns of a row, and others to null.
    case update(columns: [String], cleared: [String] = [], matching: [String])

    /// Deletes a row.
    case deletion(matching: [String])
  }

  package var table: String
  package var kind: Kind

  package init(_ table: String, _ kind: Kind) {
    self.table = table
    self.kind = kind
  }

  /// The statement for one row, with question marks for the parameters.
  package var text: String {
    switch kind {
    case .insertion(let columns): insertion(columns)
    case .insertionIfAbsent(let columns): insertion(columns) + " ON CONFLICT DO NOTHING"
    case .update(let columns, let cleared, let matching):
      "UPDATE \(table) SET "
        + (columns.map { "\($0) = ?" } + cleared.map { "\($0) = NULL" }).joined(separator: ", ")
        + condition(matching)
    case .deletion(let matching): "DELETE FROM \(table)" + condition(matching)
    }
  }

  /// Returns the text of a statement that inserts several rows; their parameters follow one another row by row.
  package static func insertion(into table: String, columns: [String], rows: Int) -> String {
    let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
      + Array(repeating: row, count: rows).joined(separator: ", ")
  }

  private func insertion(_ columns: [String]) -> String {
    Self.insertion(into: table, columns: columns, rows: 1)
  }

  private func condition(_ expressions: [String]) -> String {
    " WHERE " + expressions.map { "\($0) = ?" }.joined(separator: " AND ")
  }
}

extension SQLConnection {
  package func prepare(_ write: SQLRowWrite) throws(SQLError) -> SQLStatement {
    try prepare(dialect.placing(write.text))
  }

  package func cached(_ write: SQLRowWrite) throws(SQLError) -> SQLStatement {
    try cached(dialect.placing(write.text))
  }

  /// Writes one row, before the next command of the connection at the latest.
  package func write(_ write: SQLRowWrite, _ parameters: SQLValue...) throws(SQLError) {
    let statement = try cached(write)
    try statement.bind(parameters)
    try finish(statement)
  }

  /// Executes a statement to its end, before the next command of the connection at the latest.
  ///
  /// - Parameters:
  ///   - statement: The statement, with its parameters bound.
  ///   - report: Called with the number of changed rows.
  /// - Throws: The error of this execution, or of an earlier one.
  package func finish(
    _ statement: SQLStatement,
    _ report: ((_ changedRows: Int) -> Void)? = nil
  ) throws(SQLError) {
    if isQueueing { return try statement.enqueue(report) }
    let count = try statement.run()
    report?(count)
  }
}
