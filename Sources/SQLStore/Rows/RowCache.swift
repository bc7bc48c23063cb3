import ObjectRows
import Synchronization

/// The rows that a store has read or written last, shared by all contexts and by all connections.
///
/// Fetched objects are faults with prefetched rows; other contexts find those rows here. When there are too many,
/// those without another owner are evicted, and read again on demand.
///
/// Open addressing with linear probing; each search ends at an empty slot, so there always is one. A slot is nothing
/// but a row, which says itself whose it is: that takes a third of the memory.
package final class RowCache: @unchecked Sendable {
  private typealias Slot = Unmanaged<Row>?

  // Locked without a closure: the closure of `withLock` could not return rows, which are no Sendable type.
  private let mutex = Mutex(())

  /// Whether a row of an entity was seen that does not belong into its table.
  ///
  /// Such rows are rare. When one was seen, counts leave them out as fetches do.
  package var hasStrays: Bool { strays.load(ordering: .relaxed) }
  private let strays = Atomic(false)

  /// The roots of the entities in whose tables such rows were searched for; protected by the lock.
  @exclusivity(unchecked) private var searchedRoots: Set<Int> = []

  /// The greatest number of rows without another owner.
  package let limit: Int

  /// The number of rows at which those without another owner are dropped.
  @exclusivity(unchecked) private var bound: Int

  // Protected by the lock.
  @exclusivity(unchecked) private var slots: UnsafeMutableBufferPointer<Slot>
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var changes: UInt64 = 0

  /// The number of times that the rows were moved to other slots.
  @exclusivity(unchecked) private var arrangement: UInt64 = 0

  /// The limit unless another one is wanted.
  package static let defaultLimit = 1 << 18

  /// Whether the rows are of the newest known state of the store, and not of a pinned generation.
  private let isLatest: Bool

  package init(limit: Int = RowCache.defaultLimit, isLatest: Bool = true) {
    self.limit = limit
    self.isLatest = isLatest
    bound = limit
    slots = Self.makeSlots(64)
  }

  deinit {
    empty()
    slots.deallocate()
  }

  package subscript(reference: Reference) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return slots[position(of: reference)]?.takeUnretainedValue()
  }

  /// The place in the cache of a row that is about to be read.
  package struct Gap {
    fileprivate let position: Int
    fileprivate let arrangement: UInt64
  }

  /// The row of an object if it has a version; else the place for it.
  package func row(_ reference: Reference, version: Int64, gap: inout Gap?) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    let position = position(of: reference)
    guard let row = slots[position]?.takeUnretainedValue() else {
      gap = Gap(position: position, arrangement: arrangement)
      return nil
    }
    return row.version == version ? row : nil
  }

  /// Takes a row that a connection has read which began at a time, unless rows have become outdated since.
  package func offer(
    _ row: Row,
    for reference: Reference,
    since time: UInt64,
    in gap: Gap? = nil
  ) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if changes == time { put(row, for: reference, in: gap) }
  }

  /// Whether the row of an object is there in a version.
  package func has(_ reference: Reference, version: Int64) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard let row = slots[position(of: reference)] else { return false }
    return row._withUnsafeGuaranteedRef { $0.version == version }
  }

  /// Takes a row that was saved; what others have begun to read before is outdated.
  package func set(_ row: Row, for reference: Reference) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    changes &+= 1
    put(row, for: reference)
  }

  /// Makes room for as many more rows as are about to come, unless all would be dropped on the way.
  package func reserve(_ more: Int) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard count + more <= bound, (count + more) * 4 > slots.count * 3 else { return }
    var capacity = slots.count
    while (count + more) * 4 > capacity * 3 { capacity *= 2 }
    grow(to: capacity)
  }

  /// Takes notice of a row of an unknown entity.
  func noteStray() { strays.store(true, ordering: .relaxed) }

  /// Whether rows of unknown entities were searched for in the table of an entity.
  func hasSearched(ofRoot root: Int) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return searchedRoots.contains(root)
  }

  func noteSearch(ofRoot root: Int) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    searchedRoots.insert(root)
  }

  /// A time at which a connection begins to read.
  package var present: UInt64 {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return changes
  }

  package func remove(_ reference: Reference) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    changes &+= 1
    let place = position(of: reference)
    guard let row = slots[place] else { return }
    slots[place] = nil
    Self.drop(row)
    count -= 1
    fillGap(at: place)
  }

  /// Forgets all rows, because the store is closed.
  package func removeAll() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    changes &+= 1
    empty()
  }

  // MARK: Slots

  private static func makeSlots(_ capacity: Int) -> UnsafeMutableBufferPointer<Slot> {
    let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: nil)
    return slots
  }

  private func start(of reference: Reference) -> Int {
    Int(truncatingIfNeeded: reference.spread) & (slots.count - 1)
  }

  /// The object of a row.
  private static func owner(_ row: Unmanaged<Row>) -> Reference {
    row._withUnsafeGuaranteedRef { $0.cached }
  }

  /// The slot of a row, or the empty slot for it.
  private func position(of reference: Reference) -> Int {
    var position = start(of: reference)
    while let row = slots[position], Self.owner(row) != reference {
      position = (position + 1) & (slots.count - 1)
    }
    return position
  }

  private func put(_ row: Row, for reference: Reference, in gap: Gap? = nil) {
    // In the same slots without a removal since, a gap is still the place unless another row has taken it.
    let known = gap.flatMap { $0.arrangement == arrangement ? $0.position : nil }
    var place = known.flatMap { slots[$0] == nil ? $0 : nil } ?? position(of: reference)
    row.cached = reference
    if let old = slots[place] {
      slots[place] = .passRetained(row)
      // It may be the same one, which is saved again.
      Self.drop(old)
      row.isCurrent = isLatest
      return
    }
    if count >= bound || (count + 1) * 4 > slots.count * 3 {
      makeRoom()
      place = position(of: reference)
    }
    slots[place] = .passRetained(row)
    row.isCurrent = isLatest
    count += 1
  }

  private func makeRoom() {
    if count >= bound {
      dropUnused()
      bound = max(limit, count * 2)
    }
    guard (count + 1) * 4 > slots.count * 3 else { return }
    // To move a row is to look at it, which takes long: the first few times there is room for many more.
    grow(to: slots.count * (slots.count < 1 << 18 ? 4 : 2))
  }

  /// Drops the rows without another owner.
  private func dropUnused() {
    arrangement &+= 1
    let old = slots
    slots = Self.makeSlots(old.count)
    count = 0
    for case let slot? in old {
      var row = slot.takeRetainedValue()
      if isKnownUniquelyReferenced(&row) {
        row.isCurrent = false
      } else {
        slots[position(of: row.cached)] = .passRetained(row)
        count += 1
      }
    }
    old.deallocate()
  }

  private func empty() {
    for index in slots.indices {
      if let row = slots[index] { Self.drop(row) }
      slots[index] = nil
    }
    count = 0
  }

  /// Releases a row that is out of date, and marks it for its other owners.
  private static func drop(_ row: Unmanaged<Row>) {
    row._withUnsafeGuaranteedRef { $0.isCurrent = false }
    row.release()
  }

  private func grow(to capacity: Int) {
    arrangement &+= 1
    let old = slots
    slots = Self.makeSlots(capacity)
    for case let row? in old { slots[position(of: Self.owner(row))] = row }
    old.deallocate()
  }

  /// Moves those behind an empty slot whose searches would end there.
  private func fillGap(at place: Int) {
    let mask = slots.count - 1
    var gap = place
    var next = (gap + 1) & mask
    while let row = slots[next] {
      let distance = (next &- start(of: Self.owner(row))) & mask
      if distance >= (next &- gap) & mask {
        slots[gap] = slots[next]
        slots[next] = nil
        gap = next
      }
      next = (next + 1) & mask
    }
  }
}
