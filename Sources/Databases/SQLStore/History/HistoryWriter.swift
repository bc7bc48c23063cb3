import ObjectRows

/// Adds a transaction to the history of a store, in the database transaction that makes the changes.
struct HistoryWriter {
  private let engine: StoreEngine
  private var tombstones: [Reference: [UInt8]] = [:]

  typealias Record = HistoryRecord

  /// Creates a writer; nil if the store keeps no history.
  init?(_ engine: StoreEngine) {
    guard engine.keepsHistory else { return nil }
    self.engine = engine
  }

  /// Records the values that are kept of objects which are about to be deleted.
  mutating func takeTombstones(of deletions: [ChangeSet.Deletion]) throws {
    for deletion in deletions {
      tombstones[deletion.reference] = try tombstone(of: deletion.reference, row: deletion.row)
    }
  }

  /// The values that are kept of an object, whose row is read unless it is given.
  func tombstone(of reference: Reference, row: Row?) throws -> [UInt8]? {
    guard let entity = engine.entities.entity(of: reference), let tombstone = Tombstone(entity),
      let row = try row ?? engine.storedRow(for: reference)
    else { return nil }
    return tombstone.bytes(of: row)
  }

  /// Writes the transaction of a save, and returns its number if that is known before the commit.
  func write(_ changes: ChangeSet, by author: HistoryAuthor) throws -> Int64? {
    var records = changes.inserted.map { Record(kind: .insert, reference: $0.reference) }
    var columns: [Int: HistoryColumns] = [:]
    for update in changes.updated {
      let number = update.reference.entity
      let known = try columns[number] ?? HistoryColumns(engine.entity(of: update.reference))
      columns[number] = known
      records.append(
        Record(
          kind: .update,
          reference: update.reference,
          columns: known.bytes(of: update.changed)
        )
      )
    }
    records += changes.deleted.map {
      Record(kind: .delete, reference: $0.reference, tombstone: tombstones[$0.reference])
    }
    return try write(records, by: author)
  }

  /// Writes a transaction with some changes, unless there are none.
  @discardableResult
  func write(_ records: [Record], by author: HistoryAuthor) throws -> Int64? {
    guard !records.isEmpty else { return nil }
    return try engine.bookkeeping.history(of: engine).write(records, by: author)
  }
}
