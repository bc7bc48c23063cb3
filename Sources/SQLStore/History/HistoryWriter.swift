import FoundationEssentials
import ObjectRows
import SQLDriver

/// Adds a transaction to the history of a store, in the database transaction that makes the changes.
final class HistoryWriter {
  private let engine: StoreEngine
  private var tombstones: [Reference: [UInt8]] = [:]

  private var connection: any SQLConnection { engine.connection }

  /// One object that was changed.
  struct Record {
    var kind: HistoryChangeKind
    var reference: Reference
    var columns: [UInt8]?
    var tombstone: [UInt8]?
  }

  /// Nil if the store keeps no history.
  init?(_ engine: StoreEngine) {
    guard engine.keepsHistory else { return nil }
    self.engine = engine
  }

  /// Remembers the values that are kept of objects which are about to be deleted.
  func takeTombstones(of deletions: [ChangeSet.Deletion]) throws {
    for deletion in deletions {
      tombstones[deletion.reference] = try tombstone(of: deletion.reference, row: deletion.row)
    }
  }

  /// The values that are kept of an object, whose row is read unless it is known.
  func tombstone(of reference: Reference, row: Row?) throws -> [UInt8]? {
    guard let entity = engine.entities.entity(of: reference), let tombstone = Tombstone(entity),
      let row = try row ?? engine.storedRow(for: reference)
    else { return nil }
    return tombstone.bytes(of: row)
  }

  /// Writes the transaction of a save.
  func write(_ changes: ChangeSet, by author: HistoryAuthor) throws {
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
    try write(records, by: author)
  }

  /// Writes a transaction with some changes, unless there are none.
  func write(_ records: [Record], by author: HistoryAuthor) throws {
    guard !records.isEmpty else { return }
    let number = try writeTransaction(by: author)
    var last = try lastNumber(of: .change)
    let statement = try connection.cached(
      marked: "INSERT INTO ACHANGE"
        + "(Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
        + " VALUES(?, 16001, ?, ?, ?, ?, ?)"
    )
    for record in records {
      last = try engine.number(after: last, "numbers of changes")
      let entity = engine.entities.storedNumber(of: record.reference.entity)
      try statement.bind(integer: last, at: 0)
      try statement.bind(integer: record.kind.rawValue, at: 1)
      try statement.bind(integer: Int64(entity), at: 2)
      try statement.bind(integer: record.reference.number, at: 3)
      try statement.bind(integer: number, at: 4)
      try statement.bind(record.columns.map { .blob($0) } ?? .null, at: 5)
      try statement.run()
      if let tombstone = record.tombstone { try write(tombstone, ofChange: last) }
    }
    try setLastNumber(last, of: .change)
  }

  private func write(_ tombstone: [UInt8], ofChange number: Int64) throws {
    try connection.execute(HistoryStorage.tombstones)
    try connection.run(
      marked: "INSERT INTO ATOMBSTONE(Z_PK, ZVALUES) VALUES(?, ?)",
      .integer(number),
      .blob(tombstone)
    )
  }

  private func writeTransaction(by author: HistoryAuthor) throws -> Int64 {
    let number = try nextNumber(of: .transaction)
    try connection.run(
      marked:
        "INSERT INTO ATRANSACTION(Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS,"
        + " ZTIMESTAMP) VALUES(?, 16002, ?, ?, ?, ?, ?)",
      .integer(number),
      try string(author.author),
      try string(author.bundleID),
      try string(author.contextName),
      try string(author.processID),
      .real(Date().timeIntervalSinceReferenceDate)
    )
    try setLastNumber(number, of: .transaction)
    return number
  }

  // MARK: Numbers

  /// The number of a text that transactions share.
  private func string(_ text: String?) throws -> SQLValue {
    guard let text, !text.isEmpty else { return .null }
    let known = try connection.value(
      marked: "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?",
      .text(text)
    )
    if known != .null { return known }
    let number = try nextNumber(of: .string)
    try connection.run(
      marked: "INSERT INTO ATRANSACTIONSTRING(Z_PK, Z_ENT, ZNAME) VALUES(?, 16003, ?)",
      .integer(number),
      .text(text)
    )
    try setLastNumber(number, of: .string)
    return .integer(number)
  }

  private func lastNumber(of entity: HistoryStorage.Entity) throws -> Int64 {
    let last = try HistoryStorage.lastNumber(of: entity, on: connection)
    if let last { return last }
    throw StoreError.corrupt(
      "The highest number of \(entity.name) in Z_PRIMARYKEY is not a number."
    )
  }

  private func nextNumber(of entity: HistoryStorage.Entity) throws -> Int64 {
    try engine.number(after: lastNumber(of: entity), "numbers of \(entity.name)")
  }

  private func setLastNumber(_ number: Int64, of entity: HistoryStorage.Entity) throws {
    try HistoryStorage.setLastNumber(number, of: entity, on: connection)
  }
}
