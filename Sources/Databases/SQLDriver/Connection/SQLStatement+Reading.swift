// Reading the current row. These are loads from a cell of a concrete class: no call into the driver, no existential.
// Numbers of another type than requested are converted as SQLite does (an integer to a real, and back where it is
// whole); all other mismatches read as nil or zero.
extension SQLStatement {
  /// The cell of a column; null without a row and for a column that does not exist.
  @inlinable @inline(__always)
  func cell(at column: Int) -> SQLCell {
    column >= 0 && column < row.count ? row[column] : .null
  }

  /// The kind of the value in a column.
  @inlinable
  public func kind(at column: Int) -> SQLKind {
    cell(at: column).kind
  }

  /// Whether a column is null.
  @inlinable @inline(__always)
  public func isNull(at column: Int) -> Bool {
    cell(at: column).kind == .null
  }

  /// The integer; nil for null and for other types.
  @inlinable @inline(__always)
  public func optionalInteger(at column: Int) -> Int64? {
    let cell = cell(at: column)
    // A comparison takes less than a jump by the kind, and other kinds are rare.
    return cell.kind == .integer ? cell.integerBits : convertedInteger(cell)
  }

  @usableFromInline @inline(never)
  func convertedInteger(_ cell: SQLCell) -> Int64? {
    cell.kind == .real ? Int64(exactly: cell.realBits) : nil
  }

  /// The integer; 0 if there is none.
  @inlinable @inline(__always)
  public func integer(at column: Int) -> Int64 {
    optionalInteger(at: column) ?? 0
  }

  /// The real; nil for null and for other types than numbers.
  @inlinable @inline(__always)
  public func optionalReal(at column: Int) -> Double? {
    let cell = cell(at: column)
    return cell.kind == .real ? cell.realBits : convertedReal(cell)
  }

  @usableFromInline @inline(never)
  func convertedReal(_ cell: SQLCell) -> Double? {
    cell.kind == .integer ? Double(cell.integerBits) : nil
  }

  /// The real; 0 if there is none.
  @inlinable
  public func real(at column: Int) -> Double {
    optionalReal(at: column) ?? 0
  }

  /// The text; nil for null and for other types.
  @inlinable @inline(__always)
  public func optionalText(at column: Int) -> String? {
    let cell = cell(at: column)
    guard cell.kind == .text else { return nil }
    return cell.text(makesSmallTexts: makesSmallTexts)
  }

  /// The text; empty if there is none.
  @inlinable
  public func text(at column: Int) -> String {
    optionalText(at: column) ?? ""
  }

  /// A copy of the bytes of a blob or text; nil for null and for numbers.
  @inlinable
  public func optionalBlob(at column: Int) -> [UInt8]? {
    let cell = cell(at: column)
    switch cell.kind {
    case .text, .blob: return Array(cell.contents)
    case .null, .integer, .real: return nil
    }
  }

  /// Passes the bytes of a blob or text to a body without a copy; none for null and for numbers.
  ///
  /// They are valid only during the body, which must not step or reset the statement.
  @inlinable
  public func withBytes<Result>(
    at column: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(cell(at: column).contents))
  }

  /// The value of a column; null without a row and for a column that does not exist.
  package func value(at column: Int) -> SQLValue {
    cell(at: column).value
  }

  /// The values of all columns.
  package var values: [SQLValue] {
    row.map(\.value)
  }
}
