/// A compiled statement: its parameters, its execution, and its current row.
///
/// Bind, then ``step()`` through the rows or ``run()``; both may be repeated. Parameters keep their values from one
/// execution to the next. Parameters and columns are numbered from zero; binding an index out of range throws, and
/// reading one gives null.
public final class SQLStatement {
  package let columnCount: Int
  package let parameterCount: Int

  /// One cell for each column.
  ///
  /// While ``isOnRow``, the bytes that they point to belong to the driver; otherwise all are null.
  @usableFromInline let row: UnsafeMutableBufferPointer<SQLCell>

  /// Whether the last ``step()`` found a row.
  @exclusivity(unchecked) package private(set) var isOnRow = false

  /// Whether an execution is in progress.
  package var isActive: Bool { isExecuting }
  // Written whole by the one caller that uses the statement. Other modules would check each access to a variable.
  @exclusivity(unchecked) private var isExecuting = false

  /// The number of columns of the current row that have been read.
  @exclusivity(unchecked) private var readColumns = 0

  @usableFromInline let makesSmallTexts = SmallText.isSupported
  private let cursor: any SQLCursor
  private let parameters: SQLParameters

  package init(cursor: any SQLCursor) {
    self.cursor = cursor
    columnCount = cursor.columnNames.count
    parameterCount = cursor.parameterCount
    parameters = SQLParameters(count: parameterCount)
    row = .allocate(capacity: columnCount)
    row.initialize(repeating: .null)
  }

  deinit {
    cursor.reset()
    row.deallocate()
  }

  package var sql: String { cursor.sql }
  package var columnNames: [String] { cursor.columnNames }

  /// The number of rows that the last completed execution inserted, updated or deleted.
  package var changedRows: Int { cursor.changedRows }

  /// Sets the expected types of the columns, so that the database need not be asked for each row.
  ///
  /// - Parameters:
  ///   - columns: The types.
  ///   - manyRows: Whether there may be so many rows that a driver should use its fastest way to read them.
  package func expect(_ columns: [SQLExpectation], manyRows: Bool = false) {
    reset()
    cursor.expect(columns, manyRows: manyRows)
  }

  /// Advances to the next row, beginning an execution if none is in progress.
  ///
  /// - Returns: false after the last row; then the execution has ended.
  package func step() throws(SQLError) -> Bool {
    try step(reading: columnCount)
  }

  /// Advances to the next row and reads only its first columns.
  ///
  /// It saves reading the others if the first ones show that the row is known already.
  ///
  /// - Parameter count: The number of columns to read; the others are null until ``readRest()``.
  /// - Returns: false after the last row; then the execution has ended.
  /// - Throws: The database's error.
  package func step(reading count: Int) throws(SQLError) -> Bool {
    do {
      if !isExecuting {
        isExecuting = true
        try cursor.start(parameters.makeCells())
      }
      // Values of the previous row point to bytes that are about to become invalid.
      forgetColumns(from: count)
      isOnRow = try cursor.step(into: row, reading: count)
    } catch {
      reset()
      throw error
    }
    readColumns = min(count, columnCount)
    if !isOnRow { reset() }
    return isOnRow
  }

  /// Reads the columns of the current row that were left out.
  package func readRest() {
    guard isOnRow, readColumns < columnCount else { return }
    cursor.readRest(into: row, from: readColumns)
    readColumns = columnCount
  }

  private func forgetColumns(from first: Int) {
    guard first < readColumns else { return }
    for column in first..<readColumns { row[column] = .null }
  }

  /// Executes the statement to its end, dropping any rows.
  ///
  /// - Returns: The number of rows that were changed.
  @discardableResult
  package func run() throws(SQLError) -> Int {
    reset()
    while try step() {}
    return changedRows
  }

  /// Executes the statement to its end, before the next command of the connection at the latest, so that many
  /// executions share a round trip to a server.
  ///
  /// An error may be thrown by a later call, or by ``SQLConnection/settle()``.
  ///
  /// - Parameter report: Receives the number of changed rows.
  /// - Throws: The error of this execution, or of an earlier one.
  package func enqueue(_ report: ((_ changedRows: Int) -> Void)? = nil) throws(SQLError) {
    reset()
    try cursor.enqueue(parameters.makeCells(), report)
  }

  /// Ends the execution.
  ///
  /// The parameters keep their values.
  package func reset() {
    guard isExecuting else { return }
    isExecuting = false
    isOnRow = false
    readColumns = 0
    row.update(repeating: .null)
    cursor.reset()
  }
}

extension SQLStatement {
  package func bind(integer value: Int64, at index: Int) throws(SQLError) {
    try prepareToBind(index)
    parameters.set(value, at: index)
  }

  package func bind(real value: Double, at index: Int) throws(SQLError) {
    try prepareToBind(index)
    parameters.set(value, at: index)
  }

  package func bind(text value: String, at index: Int) throws(SQLError) {
    try prepareToBind(index)
    parameters.set(value, at: index)
  }

  package func bind(blob value: UnsafeRawBufferPointer, at index: Int) throws(SQLError) {
    try prepareToBind(index)
    parameters.set(blob: value, at: index)
  }

  package func bind(blob value: [UInt8], at index: Int) throws(SQLError) {
    try prepareToBind(index)
    value.withUnsafeBytes { parameters.set(blob: $0, at: index) }
  }

  package func bindNull(at index: Int) throws(SQLError) {
    try prepareToBind(index)
    parameters.setNull(at: index)
  }

  package func bind(_ value: SQLValue, at index: Int) throws(SQLError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let integer): try bind(integer: integer, at: index)
    case .real(let real): try bind(real: real, at: index)
    case .text(let text): try bind(text: text, at: index)
    case .blob(let bytes): try bind(blob: bytes, at: index)
    }
  }

  /// Binds all parameters.
  package func bind(_ values: [SQLValue]) throws(SQLError) {
    guard values.count == parameterCount else {
      throw SQLError(
        .misuse,
        code: "parameters",
        "the statement has \(parameterCount) parameters, not \(values.count)",
        sql: sql
      )
    }
    clearBindings()
    for (index, value) in values.enumerated() {
      try bind(value, at: index)
    }
  }

  /// Binds all parameters, unless a result of the statement is being read; returns whether it did.
  package func bindIfIdle(_ values: [SQLValue]) throws(SQLError) -> Bool {
    guard !isActive else { return false }
    try bind(values)
    return true
  }

  /// Sets all parameters to null.
  package func clearBindings() {
    reset()
    parameters.removeAll()
  }

  /// Sets all parameters to null if their values hold much memory, which a prepared statement would keep.
  package func releaseLargeBindings() {
    reset()
    parameters.removeLarge()
  }

  /// Prepares to set a parameter: an execution reads the bytes of its parameters in place, so it must end before.
  @inline(__always) private func prepareToBind(_ index: Int) throws(SQLError) {
    if isActive { reset() }
    guard index >= 0, index < parameterCount else { throw missingParameter(index) }
  }

  private func missingParameter(_ index: Int) -> SQLError {
    SQLError(
      .misuse,
      code: "parameters",
      "the statement has \(parameterCount) parameters; there is none at \(index)",
      sql: sql
    )
  }
}
