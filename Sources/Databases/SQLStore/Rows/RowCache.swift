import ObjectRows
import Synchronization

/// The rows that a store has read or written last, shared by all contexts and by all connections.
///
/// Fetched objects are faults with prefetched rows; other contexts find those rows here. When there are too many,
/// those without another owner are evicted, and read again on demand.
///
/// To find a row is not to look at it, so that no row is brought into the processor's cache for that.
package final class RowCache: @unchecked Sendable {
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
  @exclusivity(unchecked) private var rows = ReferencePages<Row>()
  @exclusivity(unchecked) private var changes: UInt64 = 0

  /// The rows that were there before others saved, kept while a save looks for conflicts; protected by the lock.
  @exclusivity(unchecked) private var former = ReferencePages<Row>()

  /// The limit unless another one is wanted.
  package static let defaultLimit = 1 << 18

  /// Whether the rows are of the newest known state of the store, and not of a pinned generation.
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

  /// The row of an object if it has a version.
  package func row(_ reference: Reference, version: Int64) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard let row = rows[reference], row._withUnsafeGuaranteedRef({ $0.version == version }) else {
      return nil
    }
    return row.takeUnretainedValue()
  }

  /// Takes a row that a connection has read which began at a time, unless rows have become outdated since.
  ///
  /// If the cached row has a newer version, both are evicted, so that the next reader asks the store:
  /// the connection may have begun before another program's commit, or the store may have been restored.
  package func offer(_ row: Row, for reference: Reference, since time: UInt64) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if changes == time { putUnlessOlder(.passRetained(row), for: reference) }
  }

  /// Takes rows as ``offer(_:for:since:)`` does, and finds out whether it has any near an object.
  ///
  /// - Parameters:
  ///   - offered: The rows, which are retained, and their objects; empty afterwards if the cache has taken them over.
  ///   - time: When the connection began to read.
  ///   - reference: The object.
  /// - Returns: Whether there is no row of the object, nor of those whose numbers are in the same group.
  func take(
    _ offered: inout [(reference: Reference, row: Unmanaged<Row>)],
    since time: UInt64,
    near reference: Reference
  ) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if changes == time {
      for (reference, row) in offered { putUnlessOlder(row, for: reference) }
      offered.removeAll(keepingCapacity: true)
    }
    return rows.isGroupEmpty(of: reference)
  }

  /// Whether the row of an object is there in a version.
  package func has(_ reference: Reference, version: Int64) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard let row = rows[reference] else { return false }
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
    if rows.count + more <= bound { rows.reserve(more) }
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
    if let row = rows.set(nil, for: reference) { Self.drop(row) }
  }

  /// Forgets the rows of some entities.
  func remove(ofEntities numbers: Set<Int>) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    changes &+= 1
    var found: [Reference] = []
    rows.visitObjects(ofEntities: numbers) { reference, _ in found.append(reference) }
    for reference in found {
      if let row = rows.set(nil, for: reference) { Self.drop(row) }
    }
  }

  /// Forgets all rows, because the store is closed.
  package func removeAll() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    changes &+= 1
    Self.dropAll(of: rows)
    rows.removeAll()
  }

  /// Takes all rows out of the cache, because others may have changed some, but keeps them as the former ones.
  func setAside() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    changes &+= 1
    dropFormer()
    former = rows
    rows = ReferencePages()
    former.visitObjects { _, row in row._withUnsafeGuaranteedRef { $0.isCurrent = false } }
  }

  /// The row of an object that was set aside.
  package func formerRow(_ reference: Reference) -> Row? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return former[reference]?.takeUnretainedValue()
  }

  /// Forgets the rows that were set aside.
  func forgetFormer() {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    dropFormer()
  }

  // Called with the lock held.

  private func put(_ row: Row, for reference: Reference) {
    let old = exchange(.passRetained(row), for: reference)
    // It may be the same one, which is saved again.
    if let old { Self.drop(old) }
    row.isCurrent = isLatest
  }

  /// Takes over a row that is retained.
  private func putUnlessOlder(_ row: Unmanaged<Row>, for reference: Reference) {
    if let old = exchange(row, for: reference) {
      let version = row._withUnsafeGuaranteedRef { $0.version }
      let isOlder = old._withUnsafeGuaranteedRef { $0.version > version }
      Self.drop(old)
      if isOlder {
        if let added = rows.set(nil, for: reference) { Self.drop(added) }
        return
      }
    }
    row._withUnsafeGuaranteedRef { $0.isCurrent = isLatest }
  }

  /// Puts a row that is retained in the place of the one that it returns, which is retained too.
  private func exchange(_ row: Unmanaged<Row>, for reference: Reference) -> Unmanaged<Row>? {
    if rows.count >= bound, rows[reference] == nil { dropUnused() }
    return rows.set(row, for: reference)
  }

  /// Drops the rows without another owner.
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

  /// Releases a row that is out of date, and marks it for its other owners.
  private static func drop(_ row: Unmanaged<Row>) {
    row._withUnsafeGuaranteedRef { $0.isCurrent = false }
    row.release()
  }
}
