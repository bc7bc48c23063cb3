import SQLDriver
import SQLiteDriver

/// The tables in which an SQLite store keeps its history, as Core Data has them.
enum HistoryTables {
  /// The numbers that stand for the tables among those of entities.
  enum Entity: Int64, CaseIterable {
    case change = 16_001
    case transaction = 16_002
    case string = 16_003

    var name: String {
      switch self {
      case .change: "CHANGE"
      case .transaction: "TRANSACTION"
      case .string: "TRANSACTIONSTRING"
      }
    }

    var table: String { "A" + name }
  }

  /// Makes the tables if there are none.
  static func create(on connection: SQLiteConnection) throws {
    if try exist(on: connection) { return }
    try connection.transaction {
      if try exist(on: connection) { return }
      for statement in statements { try connection.execute(statement) }
      for entity in Entity.allCases {
        try connection.run(
          "INSERT OR IGNORE INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, 0, 0)",
          .integer(entity.rawValue),
          .text(entity.name)
        )
      }
    }
  }

  static func exist(on connection: SQLiteConnection) throws -> Bool {
    try connection.value(
      "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'"
        + " AND name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING')"
    ) == .integer(3)
  }

  /// The highest number that was given for an entity of history; nil if the store has no number there.
  ///
  /// Core Data enters the entities into `Z_PRIMARYKEY` only when it needs them.
  static func lastNumber(of entity: Entity, on connection: SQLiteConnection) throws -> Int64? {
    let value = try connection.value(
      "SELECT MAX(IFNULL((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0),"
        + " IFNULL((SELECT MAX(Z_PK) FROM \(entity.table)), 0))",
      .integer(entity.rawValue)
    )
    if case .integer(let number) = value { return number }
    return nil
  }

  /// Records the highest number that was given for an entity of history.
  static func setLastNumber(
    _ number: Int64,
    of entity: Entity,
    on connection: SQLiteConnection
  ) throws {
    try connection.run(
      "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, 0, ?)"
        + " ON CONFLICT(Z_ENT) DO UPDATE SET Z_MAX = excluded.Z_MAX",
      .integer(entity.rawValue),
      .text(entity.name),
      .integer(number)
    )
  }

  /// The table for what is kept of deleted objects, which is made when there is something to keep.
  static let tombstones =
    "CREATE TABLE IF NOT EXISTS ATOMBSTONE ( Z_PK INTEGER PRIMARY KEY, ZVALUES BLOB )"

  private static let statements =
    [
      """
      CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
      """,
      """
      CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, \
      ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, \
      ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
      """,
      """
      CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \
      ZNAME VARCHAR )
      """,
      "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
    ]
    + ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"].map {
      "CREATE INDEX ATRANSACTION_Z\($0)TS_INDEX ON ATRANSACTION (Z\($0)TS)"
    } + [
      """
      CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION \
      (ZAUTHOR COLLATE BINARY ASC)
      """,
      """
      CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION \
      (ZTIMESTAMP COLLATE BINARY ASC)
      """,
      """
      CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING \
      (ZNAME COLLATE BINARY ASC)
      """,
    ]
}
