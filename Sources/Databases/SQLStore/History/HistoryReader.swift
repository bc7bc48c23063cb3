import ObjectRows
import SQLDriver

/// Reads the history of a store, and deletes parts of it.
struct HistoryReader {
  private let engine: StoreEngine

  private var connection: any SQLConnection { engine.connection }

  /// Creates a reader; nil if the database has no history.
  init?(_ engine: StoreEngine) throws {
    guard try HistoryStorage.exist(on: engine.connection) else { return nil }
    self.engine = engine
  }

  /// The number of the last transaction, deleted ones included; 0 before the first.
  func lastTransaction() throws -> Int64 {
    try HistoryStorage.lastNumber(of: .transaction, on: connection) ?? 0
  }

  /// Whether no transaction after `number` is missing.
  func isComplete(after number: Int64) throws -> Bool {
    let last = try lastTransaction()
    guard number < last else { return true }
    let lowest = try connection.value(marked: "SELECT MIN(Z_PK) FROM ATRANSACTION")
    guard case .integer(let first) = lowest else { return false }
    return first <= number + 1
  }

  /// The transactions that satisfy a condition, the oldest first.
  func transactions(
    where condition: String,
    _ value: SQLValue,
    withChanges: Bool,
    limit: Int
  ) throws -> [HistoryTransaction] {
    let rows = try connection.rows(
      marked: """
        SELECT t.Z_PK, t.ZTIMESTAMP, COALESCE(t.ZAUTHOR, a.ZNAME), COALESCE(t.ZBUNDLEID, b.ZNAME), \
        COALESCE(t.ZCONTEXTNAME, c.ZNAME), COALESCE(t.ZPROCESSID, p.ZNAME) FROM ATRANSACTION t \
        LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS \
        LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS \
        LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS \
        LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS \
        WHERE \(condition) ORDER BY t.Z_PK LIMIT ?
        """,
      value,
      .integer(limit > 0 ? Int64(limit) : -1)
    )
    return try rows.compactMap { row in
      guard case .integer(let number) = row[0] else { return nil }
      return HistoryTransaction(
        number: number,
        seconds: row[1].seconds,
        author: HistoryAuthor(
          author: row[2].text,
          contextName: row[4].text,
          bundleID: row[3].text,
          processID: row[5].text
        ),
        changes: withChanges ? try changes(of: number) : nil
      )
    }
  }

  private func changes(of transaction: Int64) throws -> [HistoryChange] {
    let rows = try connection.rows(
      marked: "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE"
        + " WHERE ZTRANSACTIONID = ? ORDER BY Z_PK",
      .integer(transaction)
    )
    return try rows.compactMap { row in
      guard case .integer(let number) = row[0], case .integer(let code) = row[1],
        case .integer(let stored) = row[2], case .integer(let key) = row[3],
        let kind = HistoryChangeKind(rawValue: code)
      else { return nil }
      var columns: [UInt8]?
      if case .blob(let bytes) = row[4] { columns = bytes }
      return engine.historyChange(
        number: number,
        kind: kind,
        entity: Int(truncatingIfNeeded: stored),
        key: key,
        columns: columns,
        tombstone: kind == .delete ? try tombstone(ofChange: number) : nil
      )
    }
  }

  private func tombstone(ofChange number: Int64) throws -> [UInt8]? {
    guard try HistoryStorage.hasTombstones(on: connection),
      case .blob(let bytes) = try connection.value(
        marked: "SELECT ZVALUES FROM ATOMBSTONE WHERE Z_PK = ?",
        .integer(number)
      )
    else { return nil }
    return bytes
  }

  /// Deletes the transactions that satisfy a condition.
  func delete(where condition: String, _ value: SQLValue) throws {
    let gone = "SELECT t.Z_PK FROM ATRANSACTION t WHERE \(condition)"
    try connection.transaction {
      if try HistoryStorage.hasTombstones(on: connection) {
        try connection.run(
          marked: "DELETE FROM ATOMBSTONE WHERE Z_PK IN"
            + " (SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID IN (\(gone)))",
          value
        )
      }
      try connection.run(marked: "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (\(gone))", value)
      try connection.run(marked: "DELETE FROM ATRANSACTION WHERE Z_PK IN (\(gone))", value)
    }
  }
}

extension SQLValue {
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The seconds of a timestamp; 0 for a value that is not a number.
  fileprivate var seconds: Double {
    switch self {
    case .real(let time): time
    case .integer(let time): Double(time)
    case .null, .text, .blob: 0
    }
  }
}
