import ObjectRows
import SQLDriver

/// The sequence of the rows of a statement, perhaps of several entities; all are offered to the row cache.
final class RowSequence {
  let statement: SQLStatement
  private let selection: RowSelection
  private let cache: RowCache
  private let entities: StoreEntities

  // The engine owns the sequence, or the caller owns both for as long as rows are read.
  private unowned(unsafe) let engine: StoreEngine

  /// The readers, by the number of the entity in the rows.
  private var readers: [StatementReader?] = []

  /// The reader of the previous row, which `readers` owns.
  @exclusivity(unchecked) private var current: (number: Int, reader: Unmanaged<StatementReader>)?

  /// The time at which the execution of the statement began.
  private var start: UInt64 = 0

  /// The number of rows that were offered to the cache.
  ///
  /// Once all rows that it holds are of this sequence, more would only evict those that are about to be used.
  private var offered = 0

  /// The number of rows for which `readAll()` reserves memory: that of its previous call, up to a limit.
  ///
  /// The members of one object after the other are read by the same sequence.
  private var expected = 0
  private static let manyExpected = 256

  /// The number of rows that the cache lacked.
  ///
  /// A sequence is used by one caller at a time.
  @exclusivity(unchecked) private var missed = 0

  /// The parameters of the statement.
  private var parameters: [SQLValue]?

  /// Whether the parameters are those of the previous execution.
  private var isRepeated = false

  /// Whether the cache had nearly all rows when the sequence was last read.
  private var wasCached = false

  /// Whether the cache probably has nearly all rows, and there are enough of them to read only those that it lacks.
  var expectsCachedRows: Bool { wasCached || isRepeated && expected >= Self.fewCached }

  private static let fewCached = 16

  /// The number of rows that the cache may lack if it has `count` others.
  private static func tolerance(_ count: Int) -> Int { 4 + count / 16 }

  /// The rows to be offered to the cache next, one group per lock.
  ///
  /// A sequence is used by one caller at a time, and the cache, which takes rows out of it, calls nothing of the
  /// sequence.
  @exclusivity(unchecked) private var unoffered = OfferedRows()

  /// Whether the previous row was not in the cache, so that all its columns were read, and the values of the next one
  /// are probably needed too.
  ///
  /// A sequence is used by one caller at a time.
  @exclusivity(unchecked) private var hasReadAllColumns = false

  /// The next rows of the group in the cache that the previous row belongs to.
  ///
  /// A sequence is used by one caller at a time, and the cache, which fills the group, calls nothing of the sequence.
  @exclusivity(unchecked) private var group = CachedGroup()

  /// The group of references that was looked up last in the cache, and whether it was empty.
  @exclusivity(unchecked) private var memo = GroupMemo()

  init(_ engine: StoreEngine, _ statement: SQLStatement, _ selection: RowSelection) {
    self.engine = engine
    cache = engine.cache
    entities = engine.entities
    self.statement = statement
    self.selection = selection
  }

  deinit {
    unoffered.deallocate()
    group.deallocate()
  }

  /// Begins the sequence; must be called before the statement is executed.
  func begin() {
    unoffered.releaseAll()
    group.releaseAll()
    memo = GroupMemo()
    statement.expect(selection.expectations, manyRows: true)
    start = cache.present
    offered = 0
    missed = 0
  }

  /// Records the parameters of the statement, which is about to be executed.
  func noteParameters(_ values: [SQLValue]) {
    isRepeated = values == parameters
    parameters = values
  }

  /// Returns the object of the next row; nil at the end.
  func next() throws -> Reference? {
    while try statement.step(reading: selection.leadingCount) {
      let entity = Int(truncatingIfNeeded: statement.integer(at: 1))
      let reference = reference(entity)
      if reference.isNone {
        try leaveOut(statement.integer(at: 0))
        continue
      }
      guard let reader = reader(ofEntity: entity) else { return reference }
      // A row in the same version is shared with its current owners.
      if !cache.has(reference, version: statement.integer(at: 2)),
        offered < cache.limit || cache[reference] != nil
      {
        statement.readRest()
        let row = reader._withUnsafeGuaranteedRef { $0.row() }
        if reader._withUnsafeGuaranteedRef({ $0.missesFile }) { return reference }
        cache.offer(row, for: reference, since: start)
        offered += 1
      }
      return reference
    }
    return nil
  }

  /// Returns the object of the next row and the row itself, if the statement returns values; nil at the end.
  ///
  /// A row in the same version is the one that others have already. The cache has all rows only after the end. A row
  /// with a value whose file is missing is not returned: it is read separately, after the statement, because it may
  /// have a newer value.
  @inline(__always)
  func nextWithRow() throws -> (reference: Reference, row: Row?)? {
    let readsAhead = hasReadAllColumns
    while try statement.step(
      reading: readsAhead ? statement.columnCount : selection.leadingCount
    ) {
      let entity = Int(truncatingIfNeeded: statement.integer(at: 1))
      let reference = reference(entity)
      if reference.isNone {
        try leaveOut(statement.integer(at: 0))
        continue
      }
      guard let reader = reader(ofEntity: entity) else { return (reference, nil) }
      hasReadAllColumns = false
      if mayBeCached(reference),
        let known = group.row(reference, version: statement.integer(at: 2), of: cache)
      {
        return (reference, known)
      }
      missed &+= 1
      if !readsAhead { statement.readRest() }
      hasReadAllColumns = true
      let row = reader._withUnsafeGuaranteedRef { $0.row() }
      if reader._withUnsafeGuaranteedRef({ $0.missesFile }) { return (reference, nil) }
      unoffered.append(row, of: reference)
      return (reference, row)
    }
    offer(near: .none)
    group.releaseAll()
    return nil
  }

  /// Whether the cache may have the row of the next object.
  @inline(__always) private func mayBeCached(_ reference: Reference) -> Bool {
    if !unoffered.isFull, let known = memo.mayExist(reference) { return known }
    let isGroupEmpty = offer(near: reference)
    memo.note(reference, isGroupEmpty: isGroupEmpty)
    return !isGroupEmpty
  }

  /// Offers the rows that were read to the cache.
  ///
  /// - Returns: Whether the cache has no rows near an object.
  @discardableResult private func offer(near reference: Reference) -> Bool {
    defer { unoffered.releaseAll() }
    return cache.take(&unoffered, since: start, near: reference)
  }

  /// The object of the row; none for a row of an entity that does not belong into the table.
  @inline(__always) private func reference(_ entity: Int) -> Reference {
    selection.family.contains(entity)
      ? entities.reference(statement.integer(at: 0), entity) : .none
  }

  /// Skips a row of an unknown entity, or throws for an invalid key.
  private func leaveOut(_ key: Int64) throws { try Self.leaveOut(key, of: cache) }

  /// Skips a row of an unknown entity, or throws for an invalid key.
  static func leaveOut(_ key: Int64, of cache: RowCache) throws {
    guard key > 0 else { throw StoreError.corrupt("A row has the invalid key \(key).") }
    cache.noteStray()
  }

  /// Returns all objects, with their rows if the statement returns values.
  func readAll() throws -> FetchedRows {
    defer { statement.reset() }
    var references: [Reference] = []
    let rows = RowList(capacity: expected)
    references.reserveCapacity(expected)
    defer { expected = min(rows.count, Self.manyExpected) }
    while let (reference, row) = try nextWithRow() {
      references.append(reference)
      rows.append(consume row)
    }
    wasCached =
      selection.hasValues && rows.count >= Self.fewCached
      && missed <= Self.tolerance(rows.count - missed)
    return FetchedRows(references: references, rows: selection.hasValues ? rows : nil)
  }

  /// Returns all objects of a statement that returns the versions of rows, with the rows; nil if the cache lacks many.
  ///
  /// Those that it lacks are read one by one, in the state of the database that the statement sees.
  func readCached() throws -> FetchedRows? {
    defer {
      statement.reset()
      group.releaseAll()
    }
    var references: [Reference] = []
    let rows = RowList(capacity: expected)
    references.reserveCapacity(expected)
    defer { expected = min(rows.count, Self.manyExpected) }
    while try statement.step() {
      let reference = reference(Int(truncatingIfNeeded: statement.integer(at: 1)))
      if reference.isNone {
        try leaveOut(statement.integer(at: 0))
        continue
      }
      references.append(reference)
      if let row = group.row(reference, version: statement.integer(at: 2), of: cache) {
        rows.append(consume row)
        continue
      }
      missed &+= 1
      if missed > Self.tolerance(rows.count) { return nil }
      rows.append(try engine.nestedRow(for: reference, since: start))
    }
    return FetchedRows(references: references, rows: rows)
  }

  // Returned unretained, because it is called for each row.
  @inline(__always) private func reader(ofEntity entity: Int) -> Unmanaged<StatementReader>? {
    if let current, current.number == entity { return current.reader }
    return otherReader(ofEntity: entity)
  }

  private func otherReader(ofEntity entity: Int) -> Unmanaged<StatementReader>? {
    guard selection.hasValues, let described = entities.entity(entity),
      let layout = engine.layout[entity]
    else { return nil }
    while readers.count <= entity { readers.append(nil) }
    let found = readers[entity] ?? engine.makeReader(statement, selection, described, layout)
    readers[entity] = found
    let reader = Unmanaged.passUnretained(found)
    current = (entity, reader)
    return reader
  }
}
