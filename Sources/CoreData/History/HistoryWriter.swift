import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// Adds a transaction to the history of a store, in the database transaction that makes the changes.
final class HistoryWriter {
  private let adapter: SQLiteAdapter
  private var tombstones: [Reference: [UInt8]] = [:]

  /// One object that was changed.
  struct Record {
    var type: NSPersistentHistoryChangeType
    var reference: Reference
    var columns: [UInt8]?
    var tombstone: [UInt8]?
  }

  /// Nil if the store keeps no history.
  init?(_ adapter: SQLiteAdapter) {
    guard adapter.store.keepsHistory else { return nil }
    self.adapter = adapter
  }

  /// Remembers what is to be kept of objects that are about to be deleted.
  func takeTombstones(of objects: [NSManagedObject]) throws {
    for object in objects {
      tombstones[object.reference] = try tombstone(
        of: object.reference,
        object.shape,
        row: object.committed ?? object.row
      )
    }
  }

  /// What is to be kept of an object, whose row is read if nobody has it.
  func tombstone(of reference: Reference, _ shape: EntityShape, row: Row?) throws -> [UInt8]? {
    guard let tombstone = Tombstone(shape),
      let row = try row ?? adapter.storedRow(for: reference, of: shape)
    else { return nil }
    return try tombstone.bytes(of: row)
  }

  /// Writes what a context saves.
  func write(_ changes: StoreChanges) throws {
    var records = changes.inserted.map { Record(type: .insert, reference: $0.reference) }
    var columns: [Int: HistoryColumns] = [:]
    for object in changes.updated {
      let known = columns[object.shape.number] ?? HistoryColumns(object.shape)
      columns[object.shape.number] = known
      records.append(
        Record(
          type: .update,
          reference: object.reference,
          columns: known.bytes(of: object.propertiesToWrite)
        )
      )
    }
    records += changes.deleted.map {
      Record(type: .delete, reference: $0.reference, tombstone: tombstones[$0.reference])
    }
    try write(records, by: changes.context)
  }

  /// Writes a transaction with some changes; one without changes is none.
  func write(_ records: [Record], by context: NSManagedObjectContext) throws {
    guard !records.isEmpty else { return }
    let number = try writeTransaction(by: context)
    var last = try lastNumber(of: .change)
    let statement = try adapter.connection.cached(
      "INSERT INTO ACHANGE(Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)"
        + " VALUES(?, 16001, ?, ?, ?, ?, ?)"
    )
    for record in records {
      last = try adapter.number(after: last, "numbers of changes")
      try statement.bind(integer: last, at: 0)
      try statement.bind(integer: Int64(record.type.rawValue), at: 1)
      try statement.bind(integer: Int64(adapter.entityNumber(of: record.reference)), at: 2)
      try statement.bind(integer: record.reference.number, at: 3)
      try statement.bind(integer: number, at: 4)
      try statement.bind(record.columns.map { .blob($0) } ?? .null, at: 5)
      try statement.run()
      if let tombstone = record.tombstone { try write(tombstone, ofChange: last) }
    }
    try setLastNumber(last, of: .change)
  }

  private func write(_ tombstone: [UInt8], ofChange number: Int64) throws {
    try adapter.connection.execute(HistoryTables.tombstones)
    try adapter.connection.run(
      "INSERT INTO ATOMBSTONE(Z_PK, ZVALUES) VALUES(?, ?)",
      .integer(number),
      .blob(tombstone)
    )
  }

  private func writeTransaction(by context: NSManagedObjectContext) throws -> Int64 {
    let number = try nextNumber(of: .transaction)
    let process = ProcessInfo.processInfo.processName
    try adapter.connection.run(
      "INSERT INTO ATRANSACTION(Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS,"
        + " ZTIMESTAMP) VALUES(?, 16002, ?, ?, ?, ?, ?)",
      .integer(number),
      try string(context.authorOfTransactions),
      try string(Bundle.main.bundleIdentifier ?? process),
      try string(context.name),
      try string(process),
      .real(Date().timeIntervalSinceReferenceDate)
    )
    try setLastNumber(number, of: .transaction)
    return number
  }

  // MARK: Numbers

  /// The number of a text that transactions share.
  private func string(_ text: String?) throws -> SQLValue {
    guard let text, !text.isEmpty else { return .null }
    let known = try adapter.connection.value(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?",
      .text(text)
    )
    if known != .null { return known }
    let number = try nextNumber(of: .string)
    try adapter.connection.run(
      "INSERT INTO ATRANSACTIONSTRING(Z_PK, Z_ENT, ZNAME) VALUES(?, 16003, ?)",
      .integer(number),
      .text(text)
    )
    try setLastNumber(number, of: .string)
    return .integer(number)
  }

  private func lastNumber(of entity: HistoryTables.Entity) throws -> Int64 {
    let last = try HistoryTables.lastNumber(of: entity, on: adapter.connection)
    if let last { return last }
    throw StoreFailure.corrupt(
      adapter.file.url,
      "The highest number of \(entity.name) in Z_PRIMARYKEY is not a number."
    )
  }

  private func nextNumber(of entity: HistoryTables.Entity) throws -> Int64 {
    try adapter.number(after: lastNumber(of: entity), "numbers of \(entity.name)")
  }

  private func setLastNumber(_ number: Int64, of entity: HistoryTables.Entity) throws {
    try HistoryTables.setLastNumber(number, of: entity, on: adapter.connection)
  }
}

extension NSManagedObject {
  /// The properties that have other values than in the store.
  fileprivate final var propertiesToWrite: Set<Int> {
    Set(
      changed.indices.filter {
        !shape.slots[$0].isTransient && (isToMany($0) || differsFromStored($0))
      }
    )
  }
}
