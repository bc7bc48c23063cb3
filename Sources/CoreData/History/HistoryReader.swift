import Foundation
import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// Reads the history of a store.
struct HistoryReader {
  private let adapter: SQLiteAdapter
  private let coordinator: NSPersistentStoreCoordinator

  init?(_ adapter: SQLiteAdapter) throws {
    guard let coordinator = adapter.store.persistentStoreCoordinator,
      try HistoryTables.exist(on: adapter.connection)
    else { return nil }
    self.adapter = adapter
    self.coordinator = coordinator
  }

  /// The number of the last transaction that there ever was; 0 before the first.
  func lastTransaction() throws -> Int64 {
    try HistoryTables.lastNumber(of: .transaction, on: adapter.connection) ?? 0
  }

  /// Whether nothing is missing between a transaction and the last one.
  func isComplete(after number: Int64) throws -> Bool {
    let last = try lastTransaction()
    guard number < last else { return true }
    let lowest = try adapter.connection.value("SELECT MIN(Z_PK) FROM ATRANSACTION")
    guard case .integer(let first) = lowest else { return false }
    return first <= number + 1
  }

  /// The transactions for which a condition holds, the oldest first.
  func transactions(
    where condition: String,
    _ value: SQLValue,
    withChanges: Bool
  ) throws -> [NSPersistentHistoryTransaction] {
    let rows = try adapter.connection.rows(
      """
      SELECT t.Z_PK, t.ZTIMESTAMP, IFNULL(t.ZAUTHOR, a.ZNAME), IFNULL(t.ZBUNDLEID, b.ZNAME), \
      IFNULL(t.ZCONTEXTNAME, c.ZNAME), IFNULL(t.ZPROCESSID, p.ZNAME) FROM ATRANSACTION t \
      LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS \
      LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS \
      LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS \
      LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS \
      WHERE \(condition) ORDER BY t.Z_PK
      """,
      value
    )
    return try rows.compactMap { row in
      guard case .integer(let number) = row[0] else { return nil }
      return NSPersistentHistoryTransaction(
        facts(number, row),
        changes: withChanges ? try changes(of: number) : nil
      )
    }
  }

  private func facts(_ number: Int64, _ row: [SQLValue]) -> NSPersistentHistoryTransaction.Facts {
    func text(_ place: Int) -> String? {
      if case .text(let text) = row[place] { text } else { nil }
    }
    var seconds = 0.0
    if case .real(let time) = row[1] { seconds = time }
    if case .integer(let time) = row[1] { seconds = Double(time) }
    return .init(
      number: number,
      timestamp: Date(timeIntervalSinceReferenceDate: seconds),
      storeID: adapter.store.identifier ?? "",
      bundleID: text(3) ?? "",
      processID: text(5) ?? "",
      contextName: text(4),
      author: text(2)
    )
  }

  private func changes(of transaction: Int64) throws -> [NSPersistentHistoryChange] {
    let rows = try adapter.connection.rows(
      "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE"
        + " WHERE ZTRANSACTIONID = ? ORDER BY Z_PK",
      .integer(transaction)
    )
    return try rows.compactMap { row in
      // What belongs to an entity that the model does not know is left out.
      guard case .integer(let number) = row[0], case .integer(let kind) = row[1],
        case .integer(let entity) = row[2], case .integer(let key) = row[3],
        let type = NSPersistentHistoryChangeType(rawValue: Int(truncatingIfNeeded: kind)),
        let shape = adapter.shape(ofEntity: Int(truncatingIfNeeded: entity)),
        let objectID = coordinator.objectID(
          for: adapter.reference(key, entity: Int(truncatingIfNeeded: entity))
        )
      else { return nil }
      return NSPersistentHistoryChange(
        .init(
          number: number,
          type: type,
          objectID: objectID,
          tombstone: type == .delete ? try tombstone(ofChange: number, shape) : nil,
          updatedProperties: type == .update ? properties(row[4], shape) : nil
        )
      )
    }
  }

  private func properties(_ bits: SQLValue, _ shape: EntityShape) -> Set<NSPropertyDescription> {
    guard case .blob(let bytes) = bits else { return [] }
    return Set(HistoryColumns(shape).indices(of: bytes).map { shape.properties[$0] })
  }

  private func tombstone(
    ofChange number: Int64,
    _ shape: EntityShape
  ) throws -> [AnyHashable: Any]? {
    guard let tombstone = Tombstone(shape), try hasTombstones(),
      case .blob(let bytes) = try adapter.connection.value(
        "SELECT ZVALUES FROM ATOMBSTONE WHERE Z_PK = ?",
        .integer(number)
      )
    else { return nil }
    return tombstone.values(in: bytes)
  }

  private func hasTombstones() throws -> Bool {
    try adapter.connection.value("SELECT COUNT(*) FROM sqlite_master WHERE name = 'ATOMBSTONE'")
      == .integer(1)
  }

  /// Forgets the transactions for which a condition holds.
  func forget(where condition: String, _ value: SQLValue) throws {
    let gone = "SELECT t.Z_PK FROM ATRANSACTION t WHERE \(condition)"
    try adapter.connection.transaction {
      if try hasTombstones() {
        try adapter.connection.run(
          "DELETE FROM ATOMBSTONE WHERE Z_PK IN"
            + " (SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID IN (\(gone)))",
          value
        )
      }
      try adapter.connection.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (\(gone))", value)
      try adapter.connection.run("DELETE FROM ATRANSACTION WHERE Z_PK IN (\(gone))", value)
    }
  }
}
