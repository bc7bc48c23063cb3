/// The driver's side of a ``SQLStatement``, which is its only caller.
package protocol SQLCursor: AnyObject {
  var sql: String { get }

  /// The names of the columns; empty for a statement that gives no rows.
  var columnNames: [String] { get }

  var parameterCount: Int { get }

  /// The number of rows that the last completed execution inserted, updated or deleted.
  var changedRows: Int { get }

  /// Takes note of what is known about the columns, so as not to ask the database for each row.
  func expect(_ columns: [SQLExpectation])

  /// Begins an execution. The bytes of the parameters stay where they are until ``reset()``.
  func start(_ parameters: UnsafeBufferPointer<SQLCell>) throws(SQLError)

  /// Gets the next row into the cells, of which there is one for each column. The bytes of the cells stay
  /// where they are until the next call of any method.
  ///
  /// - Returns: whether there was another row.
  func step(into row: UnsafeMutableBufferPointer<SQLCell>) throws(SQLError) -> Bool

  /// Does the same, and reads the first columns at least.
  func step(
    into row: UnsafeMutableBufferPointer<SQLCell>,
    reading count: Int
  ) throws(SQLError) -> Bool

  /// Reads the columns of the present row that were left out.
  func readRest(into row: UnsafeMutableBufferPointer<SQLCell>, from column: Int)

  /// Ends the execution.
  func reset()

  /// Executes the statement to its end, at the latest before the next command of the connection.
  ///
  /// - Parameters:
  ///   - parameters: The parameters, which are not needed any more when this returns.
  ///   - report: Is called with the number of changed rows.
  /// - Throws: What the database says of this execution, or of an earlier one.
  func enqueue(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((_ changedRows: Int) -> Void)?
  ) throws(SQLError)
}

// For drivers to which all columns of a row come together.
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
  /// Nothing.
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
