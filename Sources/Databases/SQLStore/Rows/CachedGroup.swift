import ObjectRows

/// Rows of a group of consecutive references, which are looked up in the row cache together if a statement returns them
/// in this order.
///
/// They are in memory of their own, because an array would be checked for other owners with each row. There is one
/// owner of that memory, which deallocates it.
struct CachedGroup {
  private typealias Slots = UnsafeMutablePointer<Unmanaged<Row>?>

  /// The rows, each of which is retained until it is returned.
  private let slots = {
    let slots = Slots.allocate(capacity: ReferencePages<Row>.pageSize)
    slots.initialize(repeating: nil, count: ReferencePages<Row>.pageSize)
    return slots
  }()

  /// A reference of the group; none if the slots are empty.
  private var known = Reference.none

  /// The reference that was looked up last.
  private var last = Reference.none

  /// Returns the row of an object if it has the given version.
  @inline(__always)
  mutating func row(_ reference: Reference, version: Int64, of cache: RowCache) -> Row? {
    let previous = last
    last = reference
    if !known.isNear(reference) {
      guard reference.follows(previous) else { return cache.row(reference, version: version) }
      load(from: reference, of: cache)
    }
    // The same reference may occur again.
    guard let row = slots[reference.position].take() else {
      return cache.row(reference, version: version)
    }
    if row._withUnsafeGuaranteedRef({ $0.version == version }) { return row.takeRetainedValue() }
    row.release()
    return nil
  }

  private mutating func load(from reference: Reference, of cache: RowCache) {
    releaseRows()
    cache.copyRows(from: reference, to: slots)
    known = reference
  }

  /// Releases all rows.
  mutating func releaseAll() {
    if known.isNone { return }
    releaseRows()
    known = .none
    last = .none
  }

  private func releaseRows() {
    for slot in 0..<ReferencePages<Row>.pageSize { slots[slot].take()?.release() }
  }

  /// Releases the rows, and frees the memory; the value must not be used any more.
  mutating func deallocate() {
    releaseAll()
    slots.deallocate()
  }
}
