import ObjectRows
import Synchronization

/// A cache of the rows that a store has read or written recently, shared by all contexts and connections.
///
/// Fetched objects are faults with prefetched rows; other contexts find those rows here. When there are too many,
/// those without another owner are evicted, and read again on demand.
///
/// A lookup does not access the row itself, which saves a cache miss of the processor.
package final class RowCache: @unchecked Sendable {
  // Locked without a closure: the closure of `withLock` could not return rows, which are not `Sendable`.
  private let mutex = Mutex(())

  /// Whether a row of an entity was seen that does not belong into its table.
  ///
  /// Such rows are rare. Once one was seen, counts exclude them, as fetches do.
  package var hasStrays: Bool { strays.load(ordering: .relaxed) }
  private let strays = Atomic(false)

  /// The roots of the entities whose tables were searched for such rows; protected by the lock.
  @exclusivity(unchecked) private var searchedRoots: Set<Int> = []

  /// The greatest number of rows without another owner.
  package let limit: Int

  /// The number of rows at which those without another owner are evicted.
  @exclusivity(unchecked) private var bound: Int

  // Protected by the lock.
  @exclusivity(unchecked) private var rows = ReferencePages<Row>()

  /// The number of changes; written with the lock only.
  private let changes = Atomic<UInt64>(0)

  /// The rows from before others saved, kept while a save looks for conflicts; protected by the lock.
  @exclusivity(unchecked) private var former = ReferencePages<Row>()

  /// The default limit.
  package static let defaultLimit = 1 << 18

  /// Whether the rows are of the latest known state of the store, rather than of a pinned generation.
  private let isLatest: Bool

  package init(limit: Int = RowCache.defaultLimit, isLatest: Bool = true) {
    self.limit = limit
    self.isLatest = isLatest
    bound = limit
  }

  deinit {
    Self.dropAll(of: rows)
    rows.deallocate()
    Self.dropAll(of: former)
    former.deallocate()
  }

  package subscript(reference: Reference) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return rows[reference]?.takeUnretainedValue()
  }

  /// Returns the row of an object if it has the given version.
  package func row(_ reference: Reference, version: Int64) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard let row = rows[reference] else { return nil }
    rows.prefetchNext(after: reference)
    guard row._withUnsafeGuaranteedRef({ $0.version == version }) else { return nil }
    return row.takeUnretainedValue()
  }

  /// Copies the rows of a group of consecutive references, retained, beginning with that of `reference`.
  func copyRows(from reference: Reference, to slots: UnsafeMutablePointer<Unmanaged<Row>?>) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    rows.copyGroup(from: reference, to: slots)
    // Retaining is atomic, so that the processor would wait for the memory of one row after the other. It has those of
    // this group already if the previous group was copied before.
    rows.prefetchGroup(after: reference)
    for slot in 0..<ReferencePages<Row>.pageSize { _ = slots[slot]?.retain() }
  }

  /// Caches a row that a connection has read, unless rows have become outdated since the given time.
  ///
  /// If the cached row has a newer version, both are evicted, so that the next reader asks the store: the connection
  /// may have begun before another program's commit, or the store may have been restored.
  package func offer(_ row: Row, for reference: Reference, since time: UInt64) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if isUnchanged(since: time) { putUnlessOlder(.passRetained(row), for: reference) }
  }

  /// Caches rows as ``offer(_:for:since:)`` does, and returns whether the cache has any near an object.
  ///
  /// - Parameters:
  ///   - offered: The rows and their objects; empty afterwards if the cache has taken ownership.
  ///   - time: The time at which the connection began to read.
  ///   - reference: The object.
  /// - Returns: Whether there is no row of the object, nor of those whose numbers are in the same group.
  func take(
    _ offered: inout OfferedRows,
    since time: UInt64,
    near reference: Reference
  ) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if isUnchanged(since: time) { putAllUnlessOlder(&offered) }
    return rows.isGroupEmpty(of: reference)
  }

  /// Whether the row of an object is cached in the given version.
  package func has(_ reference: Reference, version: Int64) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard let row = rows[reference] else { return false }
    return row._withUnsafeGuaranteedRef { $0.version == version }
  }

  /// Caches a row that was saved; rows that others began to read before are outdated.
  package func set(_ row: Row, for reference: Reference) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    noteChange()
    put(row, for: reference)
  }

  /// Reserves capacity for more rows, unless they would all be evicted on the way.
  package func reserve(_ more: Int) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if rows.count + more <= bound { rows.reserve(more) }
  }

  /// Records that a row of an unknown entity was seen.
  func noteStray() { strays.store(true, ordering: .relaxed) }

  /// Whether the table of an entity was searched for rows of unknown entities.
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

  /// The current time, for a connection that begins to read.
  package var present: UInt64 { changes.load(ordering: .acquiring) }

  /// Makes rows outdated that others are reading; called with the lock held.
  private func noteChange() { changes.wrappingAdd(1, ordering: .releasing) }

  /// Whether no row has become outdated since the given time; called with the lock held.
  private func isUnchanged(since time: UInt64) -> Bool { changes.load(ordering: .relaxed) == time }

  package func remove(_ reference: Reference) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    noteChange()
    if let row = rows.set(nil, for: reference) { Self.drop(row) }
  }

  /// Removes the rows of some entities.
  func remove(ofEntities numbers: Set<Int>) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    noteChange()
    var found: [Reference] = []
    rows.visitObjects(ofEntities: numbers) { reference, _ in found.append(reference) }
    for reference in found {
      if let row = rows.set(nil, for: reference) { Self.drop(row) }
    }
  }

  /// Removes all rows, because the store is closed.
  package func removeAll() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    noteChange()
    Self.dropAll(of: rows)
    rows.removeAll()
  }

  /// Moves all rows to the former ones, because others may have changed some.
  func setAside() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    noteChange()
    dropFormer()
    former = rows
    rows = ReferencePages()
    former.visitObjects { _, row in row._withUnsafeGuaranteedRef { $0.isCurrent = false } }
  }

  /// Returns the row of an object that was set aside.
  package func formerRow(_ reference: Reference) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return former[reference]?.takeUnretainedValue()
  }

  /// Removes the rows that were set aside.
  func forgetFormer() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    dropFormer()
  }

  // Called with the lock held.

  private func put(_ row: Row, for reference: Reference) {
    makeRoom(for: reference)
    let old = rows.set(.passRetained(row), for: reference)
    // It may be the same row, which is saved again.
    if let old { Self.drop(old) }
    row.isCurrent = isLatest
  }

  /// Caches rows, and takes ownership of them.
  private func putAllUnlessOlder(_ offered: inout OfferedRows) {
    if rows.count + offered.count > bound { dropUnused() }
    offered.moveAll(to: &rows) { newest($1, $0) }
  }

  /// Caches a row that is retained.
  private func putUnlessOlder(_ row: Unmanaged<Row>, for reference: Reference) {
    makeRoom(for: reference)
    rows.setAll(1) { _ in
      reference
    } replacing: { old, _ in
      newest(row, old)
    }
  }

  /// Chooses the row to be cached of one that was read and the cached one.
  ///
  /// - Parameters:
  ///   - row: The row that was read, with the ownership of it.
  ///   - old: The cached row, with the ownership of it.
  /// - Returns: The row that was read; nil if it is older than the cached one, so that the next reader asks the store.
  @inline(__always)
  private func newest(_ row: Unmanaged<Row>, _ old: Unmanaged<Row>?) -> Unmanaged<Row>? {
    if let old {
      let version = row._withUnsafeGuaranteedRef { $0.version }
      let isOlder = old._withUnsafeGuaranteedRef { $0.version > version }
      Self.drop(old)
      if isOlder {
        Self.drop(row)
        return nil
      }
    }
    row._withUnsafeGuaranteedRef { $0.isCurrent = isLatest }
    return row
  }

  /// Evicts rows if there are too many for another one.
  private func makeRoom(for reference: Reference) {
    if rows.count >= bound, rows[reference] == nil { dropUnused() }
  }

  /// Evicts the rows without another owner.
  private func dropUnused() {
    let old = rows
    rows = ReferencePages()
    old.visitObjects { reference, held in
      var row = held.takeRetainedValue()
      if isKnownUniquelyReferenced(&row) {
        row.isCurrent = false
      } else {
        rows.set(.passRetained(row), for: reference)
      }
    }
    old.deallocate()
    bound = max(limit, rows.count * 2)
  }

  private func dropFormer() {
    if former.count == 0 { return }
    Self.dropAll(of: former)
    former.removeAll()
  }

  private static func dropAll(of rows: ReferencePages<Row>) {
    rows.visitObjects { _, row in drop(row) }
  }

  /// Releases an outdated row, and marks it as such for its other owners.
  private static func drop(_ row: Unmanaged<Row>) {
    row._withUnsafeGuaranteedRef { $0.isCurrent = false }
    row.release()
  }
}
