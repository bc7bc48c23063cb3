import CSQLite
import SQLDriver

/// A compiled SQLite statement.
final class SQLiteCursor: SQLCursor {
  let sql: String
  let columnNames: [String]
  let parameterCount: Int
  // A number, read and written whole by the one caller that uses the cursor.
  @exclusivity(unchecked) private(set) var changedRows = 0

  private let statement: OpaquePointer
  private let handle: SQLiteHandle
  private let counters: SQLCounters
  private let isReadOnly: Bool

  /// The number of rows of the current execution, which is added to the counters when it ends.
  ///
  /// A cursor is used by one caller at a time.
  @exclusivity(unchecked) private var readRows = 0

  /// The expected types of the columns, in memory that a step need not retain.
  private let expectations: UnsafeMutableBufferPointer<SQLExpectation>

  // The bits of the first 64 columns of the usual types, which are found without a jump through a table: the processor
  // would wait for that table in each row.

  // A number, read and written whole by the one caller that uses the cursor.
  @exclusivity(unchecked) private var integerColumns: UInt64 = 0
  // A number, read and written whole by the one caller that uses the cursor.
  @exclusivity(unchecked) private var textColumns: UInt64 = 0
  // A number, read and written whole by the one caller that uses the cursor.
  @exclusivity(unchecked) private var untypedColumns = UInt64.max

  // A number, read and written whole by the one caller that uses the cursor.
  @exclusivity(unchecked) private var totalChangesBefore: Int64 = 0

  /// Takes ownership of the statement.
  init(_ statement: OpaquePointer, handle: SQLiteHandle, sql: String) {
    self.statement = statement
    self.handle = handle
    counters = handle.counters
    self.sql = sql
    columnNames = (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
    parameterCount = Int(sqlite3_bind_parameter_count(statement))
    isReadOnly = sqlite3_stmt_readonly(statement) != 0
    expectations = .allocate(capacity: columnNames.count)
    expectations.initialize(repeating: .any)
  }

  deinit {
    sqlite3_finalize(statement)
    expectations.deallocate()
  }

  func expect(_ columns: [SQLExpectation], manyRows: Bool) {
    for index in expectations.indices {
      expectations[index] = index < columns.count ? columns[index] : .any
    }
    integerColumns = bits(of: .integer)
    textColumns = bits(of: .text)
    untypedColumns = bits(of: .any)
  }

  /// The bits of those among the first 64 columns of which something is expected.
  private func bits(of expectation: SQLExpectation) -> UInt64 {
    expectations.indices.reduce(0) { $0 | (expectations[$1] == expectation ? 1 << $1 : 0) }
  }

  func start(_ parameters: UnsafeBufferPointer<SQLCell>) throws(SQLError) {
    let connection = try handle.open()
    for index in parameters.indices {
      let code = bind(parameters[index], at: Int32(truncatingIfNeeded: index + 1))
      guard code == SQLITE_OK else { throw handle.error(code, sql: sql) }
    }
    counters.countStatement()
    changedRows = 0
    if !isReadOnly { totalChangesBefore = sqlite3_total_changes64(connection) }
  }

  /// Binds a value.
  ///
  /// SQLite reads texts and blobs in place (that is the meaning of a nil destructor), without a copy.
  private func bind(_ cell: SQLCell, at number: Int32) -> Int32 {
    switch cell.kind {
    case .null: return sqlite3_bind_null(statement, number)
    case .integer: return sqlite3_bind_int64(statement, number, cell.integerBits)
    case .real: return sqlite3_bind_double(statement, number, cell.realBits)
    case .text:
      return cell.contents.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_bind_text64(
          statement,
          number,
          bytes.baseAddress,
          UInt64(bytes.count),
          nil,
          UInt8(SQLITE_UTF8)
        )
      }
    case .blob:
      let bytes = cell.contents
      // Without an address SQLite would bind null instead of an empty blob.
      if bytes.isEmpty { return sqlite3_bind_zeroblob(statement, number, 0) }
      return sqlite3_bind_blob64(
        statement,
        number,
        bytes.baseAddress,
        UInt64(bytes.count),
        nil
      )
    }
  }

  func step(into row: UnsafeMutableBufferPointer<SQLCell>) throws(SQLError) -> Bool {
    try step(into: row, reading: row.count)
  }

  func step(
    into row: UnsafeMutableBufferPointer<SQLCell>,
    reading count: Int
  ) throws(SQLError) -> Bool {
    let code = sqlite3_step(statement)
    if code == SQLITE_ROW {
      readRows &+= 1
      read(0..<min(max(count, 0), row.count), into: row)
      return true
    }
    guard code == SQLITE_DONE else { throw handle.error(code, sql: sql) }
    if !isReadOnly, let connection = handle.pointer {
      let changed = sqlite3_total_changes64(connection) != totalChangesBefore
      changedRows = changed ? Int(sqlite3_changes64(connection)) : 0
      counters.countRows(written: changedRows)
    }
    countRows()
    return false
  }

  func readRest(into row: UnsafeMutableBufferPointer<SQLCell>, from column: Int) {
    read(min(max(column, 0), row.count)..<row.count, into: row)
  }

  @inline(__always)
  private func read(_ columns: Range<Int>, into row: UnsafeMutableBufferPointer<SQLCell>) {
    let columns = columns.clamped(to: 0..<expectations.count)
    var bit: UInt64 = 1 << columns.lowerBound
    for column in columns {
      row[column] = cell(at: column, bit)
      bit &<<= 1
    }
  }

  // `sqlite3_column_value` looks up the column once; its type, bytes and number then take a few instructions each.
  // Such values may only be used by one thread at a time, as a cursor is.

  /// The value of a column, whose bit is none from the 64th on.
  @inline(__always)
  private func cell(at place: Int, _ bit: UInt64) -> SQLCell {
    let column = Int32(truncatingIfNeeded: place)
    if integerColumns & bit != 0 { return .integer(sqlite3_column_int64(statement, column)) }
    if textColumns & bit != 0 { return textCell(sqlite3_column_value(statement, column)) }
    if untypedColumns & bit != 0 { return anyCell(sqlite3_column_value(statement, column)) }
    return cell(at: column, as: expectations[place])
  }

  @inline(never)
  private func cell(at column: Int32, as expectation: SQLExpectation) -> SQLCell {
    switch expectation {
    case .integer: .integer(sqlite3_column_int64(statement, column))
    case .real: .real(sqlite3_column_double(statement, column))
    case .text: textCell(sqlite3_column_value(statement, column))
    case .blob: blobCell(sqlite3_column_value(statement, column))
    case .any: anyCell(sqlite3_column_value(statement, column))
    }
  }

  @inline(__always)
  private func anyCell(_ value: OpaquePointer?) -> SQLCell {
    let type = sqlite3_value_type(value)
    if type == SQLITE_INTEGER { return .integer(sqlite3_value_int64(value)) }
    return type == SQLITE_TEXT ? textCell(value) : rareCell(value, type)
  }

  /// The cell of a value that is neither an integer nor a text.
  @inline(never)
  private func rareCell(_ value: OpaquePointer?, _ type: Int32) -> SQLCell {
    switch type {
    case SQLITE_FLOAT: .real(sqlite3_value_double(value))
    case SQLITE_BLOB: blobCell(value)
    default: .null
    }
  }

  @inline(__always)
  private func textCell(_ value: OpaquePointer?) -> SQLCell {
    guard let bytes = sqlite3_value_text(value) else { return .null }
    return .text(bytes, count: Int(sqlite3_value_bytes(value)))
  }

  private func blobCell(_ value: OpaquePointer?) -> SQLCell {
    if let bytes = sqlite3_value_blob(value) {
      return .blob(
        bytes.assumingMemoryBound(to: UInt8.self),
        count: Int(sqlite3_value_bytes(value))
      )
    }
    return sqlite3_value_type(value) == SQLITE_NULL ? .null : .blob(nil, count: 0)
  }

  func reset() {
    countRows()
    sqlite3_reset(statement)
  }

  /// Counts the rows that were read since the last call.
  private func countRows() {
    guard readRows != 0 else { return }
    counters.countRows(read: readRows)
    readRows = 0
  }
}
