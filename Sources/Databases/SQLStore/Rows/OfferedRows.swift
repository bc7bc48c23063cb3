import ObjectRows

/// A few rows that wait for being cached together.
///
/// They are in memory of their own, because an array would be checked for other owners with each row. There is one
/// owner of that memory, which deallocates it.
struct OfferedRows {
  private typealias Element = (reference: Reference, row: Unmanaged<Row>)

  /// The rows, which are retained, and their objects.
  private let rows = UnsafeMutablePointer<Element>.allocate(capacity: Self.capacity)
  private(set) var count = 0

  private static var capacity: Int { 16 }

  /// Releases the rows, and frees the memory; the value must not be used any more.
  mutating func deallocate() {
    releaseAll()
    rows.deallocate()
  }

  /// Whether no more rows can be appended.
  var isFull: Bool { count == Self.capacity }

  /// Appends a row, which is retained; there must be room for it.
  mutating func append(_ row: Row, of reference: Reference) {
    precondition(!isFull)
    (rows + count).initialize(to: (reference, .passRetained(row)))
    count += 1
  }

  /// Moves all rows to a table.
  ///
  /// - Parameters:
  ///   - table: The table; it does not retain rows.
  ///   - choose: Returns the row to set, of the one that was there and the one that is moved. It has the ownership of
  ///     both.
  @inline(__always)
  mutating func moveAll(
    to table: inout ReferencePages<Row>,
    choosing choose: (Unmanaged<Row>?, Unmanaged<Row>) -> Unmanaged<Row>?
  ) {
    table.setAll(count) {
      rows[$0].reference
    } replacing: { old, index in
      choose(old, rows[index].row)
    }
    count = 0
  }

  /// Releases all rows.
  mutating func releaseAll() {
    for index in 0..<count { rows[index].row.release() }
    count = 0
  }
}
