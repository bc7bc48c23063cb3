import ObjectRows

/// The use of the rows that were read with the objects of a request.
struct RowUse {
  /// Whether faults remain faults, with prefetched rows.
  let asFaults: Bool

  /// Whether accesses to the objects are tracked.
  let isWatched: Bool

  /// Whether faults may use their prefetched rows without the context.
  let canFaultWithoutContext: Bool

  /// Moves a row to an object, or releases it if the object has values.
  @inline(__always)
  func move(_ row: Unmanaged<Row>, to object: NSManagedObject) {
    // Whether the row is current is checked when the fault fires.
    if !object.isFault {
      row.release()
    } else if asFaults {
      object.moveRow(row)
      object.keepPrefetchedRow(isAlone: canFaultWithoutContext)
    } else {
      object.moveRow(row)
      object.wake(isWatched: isWatched)
    }
  }

  /// Moves the rows of a list, from a position on, to some objects.
  func move(
    _ rows: RowList,
    from position: Int,
    to objects: UnsafeMutablePointer<NSManagedObject>,
    _ count: Int
  ) {
    // An `Unmanaged` is the word of its object.
    objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self, capacity: count) { objects in
      for index in 0..<count {
        rows.prefetch(at: position + index + 8)
        guard let row = rows.take(at: position + index) else { continue }
        objects[index]._withUnsafeGuaranteedRef { move(row, to: $0) }
      }
    }
  }
}
