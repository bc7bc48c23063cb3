import ObjectRows
import SQLDriver

/// The rows of a statement, which may be of several entities; all are offered to the row cache.
final class RowSequence {
  let statement: SQLStatement
  private let selection: RowSelection
  private let cache: RowCache
  private let entities: StoreEntities

  // The engine owns the sequence, or the caller owns both for as long as rows are read.
  private unowned(unsafe) let engine: StoreEngine

  /// By the number of the entity in the rows.
  private var readers: [StatementReader?] = []

  /// The reader of the row before; `readers` owns it.
  @exclusivity(unchecked) private var current: (number: Int, reader: Unmanaged<StatementReader>)?

  /// When the statement began to be executed.
  private var start: UInt64 = 0

  /// The number of columns for the identity of an object and the version of its row.
  private static let identity = 3

  /// The number of rows that were offered to the cache.
  ///
  /// When all that it holds are of this sequence, more would only evict those that are about to be used.
  private var offered = 0

  /// The rows that are offered to the cache next, in one group per lock.
  ///
  /// A sequence is used by one caller at a time.
  @exclusivity(unchecked) private var unoffered: [(reference: Reference, row: Unmanaged<Row>)] = []

  /// The number of rows that are offered at once at the most.
  private static let manyRows = 16

  /// Whether the row before was not in the cache, so that the values of the next one are expected to be needed too.
  ///
  /// A sequence is used by one caller at a time.
  @exclusivity(unchecked) private var readsAhead = false

  /// The group of references that was looked up last in the cache, and whether it was empty.
  @exclusivity(unchecked) private var glance = GroupGlance()

  init(_ engine: StoreEngine, _ statement: SQLStatement, _ selection: RowSelection) {
    self.engine = engine
    cache = engine.cache
    entities = engine.entities
    self.statement = statement
    self.selection = selection
  }

  deinit { forgetUnoffered() }

  /// Must be called before the statement is executed.
  func begin() {
    forgetUnoffered()
    glance = GroupGlance()
    statement.expect(selection.expectations)
    start = cache.present
    offered = 0
  }

  /// The object of the next row; nil at the end.
  func next() throws -> Reference? {
    while try statement.step(reading: Self.identity) {
      let entity = Int(truncatingIfNeeded: statement.integer(at: 1))
      let reference = reference(entity)
      if reference.isNone {
        try leaveOut(statement.integer(at: 0))
        continue
      }
      guard let reader = reader(ofEntity: entity) else { return reference }
      // A row that is still the same is shared with its present owners.
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

  /// The object of the next row and the row itself, if the statement gives values; nil at the end.
  ///
  /// A row that is still the same is the one that others have already. The cache has all rows after the end only. A row
  /// with a value whose file is gone is left to be read by itself, after the statement: it may have a newer value.
  @inline(__always)
  func nextWithRow() throws -> (reference: Reference, row: Row?)? {
    while try statement.step(reading: readsAhead ? statement.columnCount : Self.identity) {
      let entity = Int(truncatingIfNeeded: statement.integer(at: 1))
      let reference = reference(entity)
      if reference.isNone {
        try leaveOut(statement.integer(at: 0))
        continue
      }
      guard let reader = reader(ofEntity: entity) else { return (reference, nil) }
      readsAhead = false
      if mayBeCached(reference),
        let known = cache.row(reference, version: statement.integer(at: 2))
      {
        return (reference, known)
      }
      statement.readRest()
      readsAhead = true
      let row = reader._withUnsafeGuaranteedRef { $0.row() }
      if reader._withUnsafeGuaranteedRef({ $0.missesFile }) { return (reference, nil) }
      unoffered.append((reference, .passRetained(row)))
      return (reference, row)
    }
    offer(near: .none)
    return nil
  }

  /// Whether the cache may have the row of the next object.
  @inline(__always) private func mayBeCached(_ reference: Reference) -> Bool {
    if unoffered.count < Self.manyRows, let known = glance.mayExist(reference) { return known }
    let isGroupEmpty = offer(near: reference)
    glance.note(reference, isGroupEmpty: isGroupEmpty)
    return !isGroupEmpty
  }

  /// Offers the rows to the cache that were read.
  ///
  /// - Returns: Whether the cache has no rows near an object.
  @discardableResult private func offer(near reference: Reference) -> Bool {
    defer { forgetUnoffered() }
    return cache.take(&unoffered, since: start, near: reference)
  }

  private func forgetUnoffered() {
    for (_, row) in unoffered { row.release() }
    unoffered.removeAll(keepingCapacity: true)
  }

  /// The object of the row; none for a row of an entity that does not belong into the table.
  @inline(__always) private func reference(_ entity: Int) -> Reference {
    selection.family.contains(entity)
      ? entities.reference(statement.integer(at: 0), entity) : .none
  }

  /// Leaves out a row of an unknown entity, or throws for a key that no object can have.
  private func leaveOut(_ key: Int64) throws { try Self.leaveOut(key, of: cache) }

  /// Leaves out a row of an unknown entity, or throws for a key that no object can have.
  static func leaveOut(_ key: Int64, of cache: RowCache) throws {
    guard key > 0 else { throw StoreError.corrupt("There is a row with the key \(key).") }
    cache.noteStray()
  }

  /// All objects, with their rows if the statement gives values.
  func readAll() throws -> FetchedRows {
    defer { statement.reset() }
    var references: [Reference] = []
    var rows: [Row?] = []
    while let (reference, row) = try nextWithRow() {
      references.append(reference)
      rows.append(consume row)
    }
    return FetchedRows(references: references, rows: selection.hasValues ? rows : nil)
  }

  // Not retained: it would be for each row.
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
