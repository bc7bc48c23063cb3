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

  /// Passes each row, with the ownership of it, and its object to `take`.
  mutating func moveAll(to take: (Unmanaged<Row>, Reference) -> Void) {
    for index in 0..<count { take(rows[index].row, rows[index].reference) }
    count = 0
  }

  /// The object of the row with an index.
  func reference(at index: Int) -> Reference { rows[index].reference }

  /// Returns the row with an index, and the ownership of it; ``didMoveAll()`` must follow.
  func takeRow(at index: Int) -> Unmanaged<Row> { rows[index].row }

  /// Records that all rows were taken.
  mutating func didMoveAll() { count = 0 }

  /// Releases all rows.
  mutating func releaseAll() { moveAll { row, _ in row.release() } }
}
