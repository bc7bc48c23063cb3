// Reading the row a statement stands on. These are loads from a cell of a concrete class: no call into the
// driver, no existential. A column of another kind than asked for reads as SQLite converts numbers
// (an integer as a real, and back where it is whole); everything else that does not fit reads as nil or zero.
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

  /// Whether a column has no value.
  @inlinable @inline(__always)
  public func isNull(at column: Int) -> Bool {
    cell(at: column).kind == .null
  }

  /// The integer, or nil for null and for what is no integer.
  @inlinable @inline(__always)
  public func optionalInteger(at column: Int) -> Int64? {
    let cell = cell(at: column)
    switch cell.kind {
    case .integer: return cell.integerBits
    case .real: return Int64(exactly: cell.realBits)
    case .null, .text, .blob: return nil
    }
  }

  /// The integer, or 0 where there is none.
  @inlinable @inline(__always)
  public func integer(at column: Int) -> Int64 {
    optionalInteger(at: column) ?? 0
  }

  /// The real, or nil for null and for what is no number.
  @inlinable @inline(__always)
  public func optionalReal(at column: Int) -> Double? {
    let cell = cell(at: column)
    switch cell.kind {
    case .real: return cell.realBits
    case .integer: return Double(cell.integerBits)
    case .null, .text, .blob: return nil
    }
  }

  /// The real, or 0 where there is none.
  @inlinable
  public func real(at column: Int) -> Double {
    optionalReal(at: column) ?? 0
  }

  /// The text, or nil for null and for what is no text.
  @inlinable @inline(__always)
  public func optionalText(at column: Int) -> String? {
    let cell = cell(at: column)
    guard cell.kind == .text else { return nil }
    return cell.text
  }

  /// The text, or an empty one where there is none.
  @inlinable
  public func text(at column: Int) -> String {
    optionalText(at: column) ?? ""
  }

  /// A copy of the bytes of a blob or text, or nil for null and for numbers.
  @inlinable
  public func optionalBlob(at column: Int) -> [UInt8]? {
    let cell = cell(at: column)
    switch cell.kind {
    case .text, .blob: return Array(cell.contents)
    case .null, .integer, .real: return nil
    }
  }

  /// Lends the bytes of a blob or text without a copy; none for null and for numbers.
  ///
  /// They are gone after the body, which must not step or reset the statement.
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
