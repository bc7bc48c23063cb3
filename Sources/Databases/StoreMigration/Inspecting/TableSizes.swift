import SQLDriver

/// The sizes of the tables of a database, with their indexes.
struct TableSizes {
  /// The bytes, by the names of the tables.
  let bytes: [String: Int]

  /// Whether they are estimated from a sample of rows, because the library cannot measure them.
  let areEstimated: Bool

  /// The number of rows in a sample.
  private static let sample = 500

  init(_ connection: some SQLConnection, tables: [TableRows], columns: [String: [String]]) throws {
    do {
      bytes = try Self.measured(connection)
      areEstimated = false
    } catch let error as SQLError where error.kind == .statement {
      bytes = try Self.estimated(connection, tables, columns)
      areEstimated = true
    }
  }

  /// Measures the sizes with `dbstat`, which not every library has.
  private static func measured(_ connection: some SQLConnection) throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    let rows = try connection.rows(
      "SELECT m.tbl_name, SUM(s.pgsize) FROM dbstat s JOIN sqlite_master m ON m.name = s.name "
        + "WHERE s.aggregate = 1 GROUP BY m.tbl_name"
    )
    for row in rows {
      guard case .text(let name) = row[0], case .integer(let size) = row[1] else { continue }
      sizes[name] = Int(clamping: size)
    }
    return sizes
  }

  static func estimated(
    _ connection: some SQLConnection,
    _ tables: [TableRows],
    _ columns: [String: [String]]
  ) throws -> [String: Int] {
    var sizes: [String: Int] = [:]
    for table in tables {
      let lengths = try (columns[table.name] ?? []).map { column in
        "1 + IFNULL(LENGTH(CAST(\(try connection.dialect.identifier(column)) AS BLOB)), 0)"
      }
      guard table.rowCount > 0, !lengths.isEmpty else { continue }
      let average = try connection.value(
        "SELECT AVG(size) FROM (SELECT \(lengths.joined(separator: " + ")) AS size "
          + "FROM \(try connection.dialect.identifier(table.name)) LIMIT \(sample))"
      )
      guard case .real(let size) = average else { continue }
      sizes[table.name] = Int(exactly: (size * Double(table.rowCount)).rounded()) ?? 0
    }
    return sizes
  }
}
