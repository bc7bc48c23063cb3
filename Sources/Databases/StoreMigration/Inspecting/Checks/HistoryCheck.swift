import SQLDriver

/// Compares the numbers of persistent history with those recorded in `Z_PRIMARYKEY`, and its tables with the expected
/// ones, and follows the references between these.
///
/// While the tables of history are empty, their numbers may be missing: Core Data adds them later.
struct HistoryCheck {
  let rows: [TableRows]
  let connection: any SQLConnection

  private static let entities: [(table: String, number: Int64, name: String)] = [
    ("ACHANGE", 16_001, "CHANGE"), ("ATRANSACTION", 16_002, "TRANSACTION"),
    ("ATRANSACTIONSTRING", 16_003, "TRANSACTIONSTRING"),
  ]

  /// The existing tables of history.
  var tables: [String] {
    Self.entities.map(\.table).filter { table in rows.contains { $0.name == table } }
  }

  func problems() throws -> [StoreProblem] {
    try missingTables + numberProblems() + referenceProblems()
  }

  private var missingTables: [StoreProblem] {
    let present = tables
    guard !present.isEmpty else { return [] }
    return Self.entities.filter { !present.contains($0.table) }.map { entity in
      StoreProblem(
        .missingTable,
        "there is no table \(entity.table), but other tables of the history exist",
        element: entity.name
      )
    }
  }

  private func numberProblems() throws -> [StoreProblem] {
    try Self.entities.compactMap { entity in
      guard let table = rows.first(where: { $0.name == entity.table }), table.maximumKey > 0 else {
        return nil
      }
      let listed = try connection.rows(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
        .integer(entity.number)
      ).first
      guard let listed else {
        return StoreProblem(
          .entityTable,
          "Z_PRIMARYKEY lacks number \(entity.number), which is \(entity.name)",
          element: entity.name
        )
      }
      var last: Int64 = 0
      if case .integer(let number) = listed[0] { last = number }
      guard last < Int64(table.maximumKey) else { return nil }
      return StoreProblem(
        .keysBehind,
        "\(entity.table) has a row with key \(table.maximumKey), but the highest key in Z_PRIMARYKEY "
          + "is \(last)",
        element: entity.name
      )
    }
  }

  /// The references between tables of history; older stores have texts instead of the last ones.
  private static let references: [(table: String, column: String, target: String)] =
    [("ACHANGE", "ZTRANSACTIONID", "ATRANSACTION")]
    + ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"]
    .map { ("ATRANSACTION", $0, "ATRANSACTIONSTRING") }

  private func referenceProblems() throws -> [StoreProblem] {
    let present = tables
    return try Self.references.compactMap { reference in
      guard present.contains(reference.table), present.contains(reference.target) else {
        return nil
      }
      return try problem(reference.table, reference.column, reference.target)
    }
  }

  private func problem(_ table: String, _ column: String, _ target: String) throws -> StoreProblem?
  {
    let columns = try connection.rows(
      "SELECT 1 FROM pragma_table_info('\(table)') WHERE name = '\(column)'"
    )
    guard !columns.isEmpty else { return nil }
    // A change needs a transaction; a transaction need not have an author.
    let unset = table == "ACHANGE" ? "\(column) IS NULL OR" : "\(column) IS NOT NULL AND"
    let found = try connection.rows(
      "SELECT COUNT(*), MIN(rowid) FROM \(table) WHERE \(unset)"
        + " NOT EXISTS (SELECT 1 FROM \(target) t WHERE t.Z_PK = \(table).\(column))"
    ).first
    guard let found, case .integer(let count) = found[0], count > 0,
      case .integer(let key) = found[1]
    else { return nil }
    let rows = count == 1 ? "1 row of \(table) refers" : "\(count) rows of \(table) refer"
    let place = count == 1 ? "key \(key)" : "the first has key \(key)"
    return StoreProblem(
      .danglingReference,
      "\(rows) by \(column) to a missing row of \(target) (\(place))",
      element: String(table.dropFirst()),
      count: Int(count)
    )
  }
}
