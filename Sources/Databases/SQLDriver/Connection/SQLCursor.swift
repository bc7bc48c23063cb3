/// The driver's side of a ``SQLStatement``, which is its only caller.
package protocol SQLCursor: AnyObject {
  var sql: String { get }

  /// The names of the columns; empty for a statement that returns no rows.
  var columnNames: [String] { get }

  var parameterCount: Int { get }

  /// The number of rows that the last completed execution inserted, updated or deleted.
  var changedRows: Int { get }

  /// Records the expected types of the columns, so that the database need not be asked for each row, and whether there
  /// may be many rows.
  func expect(_ columns: [SQLExpectation], manyRows: Bool)

  /// Begins an execution. The bytes of the parameters must stay valid until ``reset()``.
  func start(_ parameters: UnsafeBufferPointer<SQLCell>) throws(SQLError)

  /// Reads the next row into the cells, one for each column. The bytes of the cells stay valid until the next call of
  /// any method.
  ///
  /// - Returns: Whether there was another row.
  func step(into row: UnsafeMutableBufferPointer<SQLCell>) throws(SQLError) -> Bool

  /// Reads at least the first columns of the next row.
  func step(
    into row: UnsafeMutableBufferPointer<SQLCell>,
    reading count: Int
  ) throws(SQLError) -> Bool

  /// Reads the columns of the current row that were left out.
  func readRest(into row: UnsafeMutableBufferPointer<SQLCell>, from column: Int)

  /// Ends the execution.
  func reset()

  /// Executes the statement to its end, before the next command of the connection at the latest.
  ///
  /// - Parameters:
  ///   - parameters: The parameters, which need not stay valid after the call.
  ///   - report: Called with the number of changed rows.
  /// - Throws: The error of this execution, or of an earlier one.
  func enqueue(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((_ changedRows: Int) -> Void)?
  ) throws(SQLError)
}

// For drivers that receive all columns of a row together.
extension SQLCursor {
  package func step(
    into row: UnsafeMutableBufferPointer<SQLCell>,
    reading count: Int
  ) throws(SQLError) -> Bool {
    try step(into: row)
  }

  package func readRest(into row: UnsafeMutableBufferPointer<SQLCell>, from column: Int) {}

  package func enqueue(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((_ changedRows: Int) -> Void)?
  ) throws(SQLError) {
    defer { reset() }
    try start(parameters)
    let row = UnsafeMutableBufferPointer<SQLCell>.allocate(capacity: columnNames.count)
    row.initialize(repeating: .null)
    defer { row.deallocate() }
    while try step(into: row) {}
    report?(changedRows)
  }
}

/// The expected type of the values of a column.
package enum SQLExpectation: Sendable, Hashable {
  /// No expectation.
  case any
  /// Integers, never null.
  case integer
  /// Reals, never null.
  case real
  /// Texts, or null.
  case text
  /// Blobs, or null.
  case blob
}
