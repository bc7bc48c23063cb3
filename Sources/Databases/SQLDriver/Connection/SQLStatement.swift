/// A compiled statement: its parameters, its execution, and the row it stands on.
///
/// Bind, then ``step()`` through the rows or ``run()``; both may be done again any number of times.
/// Parameters keep their values from one execution to the next. Parameters and columns are numbered from
/// zero; what is out of range is refused on binding, and reads as null.
public final class SQLStatement {
  package let columnCount: Int
  package let parameterCount: Int

  /// One for each column.
  ///
  /// While ``isOnRow``, bytes they point to belong to the driver; else all are null.
  @usableFromInline let row: UnsafeMutableBufferPointer<SQLCell>

  /// Whether the last ``step()`` found a row.
  @exclusivity(unchecked) package private(set) var isOnRow = false

  /// Whether an execution has begun and not ended.
  @exclusivity(unchecked) package private(set) var isActive = false

  /// The number of columns of the present row that have been read.
  @exclusivity(unchecked) private var readColumns = 0

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

  /// Says what is known about the values of the columns, which saves asking the database for each row.
  package func expect(_ columns: [SQLExpectation]) {
    reset()
    cursor.expect(columns)
  }

  /// Goes to the next row, beginning an execution if none is under way.
  ///
  /// - Returns: false after the last row; the execution has ended then.
  package func step() throws(SQLError) -> Bool {
    try step(reading: columnCount)
  }

  /// Goes to the next row and reads only its first columns.
  ///
  /// It saves the time to read the others where the first ones show that they are known already.
  ///
  /// - Parameter count: How many columns are read; the others are null until ``readRest()``.
  /// - Returns: false after the last row; the execution has ended then.
  /// - Throws: What the database says.
  package func step(reading count: Int) throws(SQLError) -> Bool {
    do {
      if !isActive {
        isActive = true
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

  /// Reads the columns of the present row that were left out.
  package func readRest() {
    guard isOnRow, readColumns < columnCount else { return }
    cursor.readRest(into: row, from: readColumns)
    readColumns = columnCount
  }

  private func forgetColumns(from first: Int) {
    guard first < readColumns else { return }
    for column in first..<readColumns { row[column] = .null }
  }

  /// Executes the statement to its end, dropping whatever rows it gives.
  ///
  /// - Returns: the number of rows that were changed.
  @discardableResult
  package func run() throws(SQLError) -> Int {
    reset()
    while try step() {}
    return changedRows
  }

  /// Executes the statement to its end, at the latest before the next command of the connection, so that many
  /// executions wait for a server together.
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
    guard isActive else { return }
    isActive = false
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

  /// Makes all parameters null.
  package func clearBindings() {
    reset()
    parameters.removeAll()
  }

  /// Makes all parameters null if their values hold much memory, which a prepared statement would keep.
  package func releaseLargeBindings() {
    reset()
    parameters.removeLarge()
  }

  /// An execution reads the bytes of its parameters where they lie, so it must end before they change.
  private func prepareToBind(_ index: Int) throws(SQLError) {
    if isActive { reset() }
    guard index >= 0, index < parameterCount else {
      throw SQLError(
        .misuse,
        code: "parameters",
        "the statement has \(parameterCount) parameters; there is none at \(index)",
        sql: sql
      )
    }
  }
}
