/// The rows that a request has read, until each of them is moved to its object.
///
/// An array would be checked for other owners with each row, and visit all places again when it is deallocated. A list
/// is used by one caller at a time.
public final class RowList {
  // All four variables are read and written whole by the one caller that uses the list, and releasing a row calls
  // nothing of it.
  @exclusivity(unchecked) private var rows: UnsafeMutablePointer<Unmanaged<Row>?>
  @exclusivity(unchecked) private var capacity: Int

  /// The number of places, with or without a row.
  @exclusivity(unchecked) public private(set) var count = 0

  /// The number of rows that were not moved yet.
  @exclusivity(unchecked) private var rest = 0

  /// Creates an empty list.
  ///
  /// - Parameter capacity: The number of rows for which memory is reserved.
  public init(capacity: Int = 0) {
    self.capacity = Swift.max(capacity, 1)
    rows = .allocate(capacity: self.capacity)
  }

  deinit {
    if rest > 0 { for index in 0..<count { rows[index]?.release() } }
    rows.deallocate()
  }

  /// Appends a place, with a row if there is one.
  public func append(_ row: consuming Row?) {
    if count == capacity { grow() }
    if let row {
      (rows + count).initialize(to: .passRetained(row))
      rest += 1
    } else {
      (rows + count).initialize(to: nil)
    }
    count += 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Unmanaged<Row>?>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: rows, count: count)
    rows.deallocate()
    rows = larger
    capacity *= 2
  }

  /// Brings the row at a position, if there is one, into the processor's cache.
  public func prefetch(at position: Int) {
    guard position < count, let row = rows[position] else { return }
    UnsafeRawPointer(row.toOpaque()).prefetch()
  }

  /// Moves the row at a position, retained, out of the list; nil if there is none any more.
  public func take(at position: Int) -> Unmanaged<Row>? {
    guard position < count, let row = rows[position].take() else { return nil }
    rest -= 1
    return row
  }
}

extension RowList: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }

  /// The number of places.
  public var endIndex: Int { count }

  /// The row at a position; nil if there is none, or none any more.
  public subscript(position: Int) -> Row? {
    precondition(position >= 0 && position < count)
    return rows[position]?.takeUnretainedValue()
  }
}
