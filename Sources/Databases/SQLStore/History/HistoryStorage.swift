import SQLDriver
import SQLSchema

/// The tables of the history in a database, and the numbers that were given out in it.
package enum HistoryStorage {
  /// The entities of the history, with their numbers.
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

  /// Creates those tables that are missing.
  ///
  /// If a part is missing, the rest of the history stays.
  package static func create(on connection: any SQLConnection) throws {
    if try exist(on: connection) { return }
    try connection.transaction {
      if try exist(on: connection) { return }
      let present = try names(on: connection)
      for statement in HistoryTables.statements where !present.contains(statement.name) {
        try connection.execute(statement.text)
      }
      for entity in Entity.allCases {
        try connection.run(
          marked: "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, 0, 0)"
            + " ON CONFLICT DO NOTHING",
          .integer(entity.rawValue),
          .text(entity.name)
        )
      }
      if !present.contains(Entity.string.table) { try reserveStrings(on: connection) }
      if !present.contains(Entity.transaction.table) { try reserveTransactions(on: connection) }
    }
  }

  /// The names of all tables and indexes.
  private static func names(on connection: any SQLConnection) throws -> Set<String> {
    let rows = try connection.rows("SELECT name FROM sqlite_master")
    return Set(
      rows.compactMap { row in
        if case .text(let name) = row[0] { name } else { nil }
      }
    )
  }

  /// Reserves the numbers of deleted texts that transactions refer to, so that new texts do not get them.
  private static func reserveStrings(on connection: any SQLConnection) throws {
    for column in ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"] {
      try reserve(.string, "SELECT MAX(\(column)) FROM ATRANSACTION", on: connection)
    }
  }

  /// Reserves the numbers of deleted transactions that changes refer to, so that new transactions do not get them.
  private static func reserveTransactions(on connection: any SQLConnection) throws {
    try reserve(.transaction, "SELECT MAX(ZTRANSACTIONID) FROM ACHANGE", on: connection)
  }

  private static func reserve(
    _ entity: Entity,
    _ question: String,
    on connection: any SQLConnection
  ) throws {
    guard case .integer(let used) = try connection.value(question) else { return }
    guard let last = try lastNumber(of: entity, on: connection), last < used else { return }
    try setLastNumber(used, of: entity, on: connection)
  }

  /// Whether the database has all tables of a history.
  static func exist(on connection: any SQLConnection) throws -> Bool {
    try count(Entity.allCases.map(\.table), on: connection) == .integer(3)
  }

  /// Whether the database keeps values of deleted objects.
  static func hasTombstones(on connection: any SQLConnection) throws -> Bool {
    try count(["ATOMBSTONE"], on: connection) == .integer(1)
  }

  /// The number of tables with some names.
  private static func count(_ names: [String], on connection: any SQLConnection) throws -> SQLValue
  {
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return try connection.value(
      marked: "SELECT COUNT(*) FROM (\(connection.dialect.tableNames)) t WHERE name IN (\(list))"
    )
  }

  /// The highest number that was given out for an entity of history; nil if none is recorded.
  ///
  /// Core Data adds the entities to `Z_PRIMARYKEY` only when it needs them.
  static func lastNumber(of entity: Entity, on connection: any SQLConnection) throws -> Int64? {
    HighestNumber.of(
      recorded: try connection.value(
        marked: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
        .integer(entity.rawValue)
      ),
      inUse: try connection.value(marked: "SELECT MAX(Z_PK) FROM \(entity.table)")
    )
  }

  /// Records the highest number that was given out for an entity of history.
  static func setLastNumber(
    _ number: Int64,
    of entity: Entity,
    on connection: any SQLConnection
  ) throws {
    try connection.run(
      marked: "INSERT INTO Z_PRIMARYKEY(Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES(?, ?, 0, ?)"
        + " ON CONFLICT(Z_ENT) DO UPDATE SET Z_MAX = excluded.Z_MAX",
      .integer(entity.rawValue),
      .text(entity.name),
      .integer(number)
    )
  }

  /// The statement that creates the table for values of deleted objects, which runs when there is the first one to
  /// keep.
  static let tombstones =
    "CREATE TABLE IF NOT EXISTS ATOMBSTONE ( Z_PK INTEGER PRIMARY KEY, ZVALUES BLOB )"
}
