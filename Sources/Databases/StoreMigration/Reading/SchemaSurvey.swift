import SQLDriver
import SQLSchema

/// The actual schema of a store's database.
struct SchemaSurvey {
  let schema: FoundSchema

  /// The columns of the tables, by the names of the tables.
  var columns: [String: [String]] { schema.columns }

  /// The highest keys of the tables, which approximate the numbers of rows.
  let rowCounts: [String: Int]

  init(_ connection: some SQLConnection) throws {
    var statements: [SchemaStatement] = []
    for row in try connection.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    ) {
      guard case .text(let type) = row[0], case .text(let name) = row[1],
        case .text(let table) = row[2], case .text(let text) = row[3],
        let statement = FoundSchema.statement(type: type, name: name, table: table, text: text)
      else { continue }
      statements.append(statement)
    }
    schema = FoundSchema(
      statements: statements,
      primaryKeyRows: try Self.primaryKeyRows(connection),
      columns: try Self.columns(connection)
    )
    var counts: [String: Int] = [:]
    for statement in statements where statement.kind == .table {
      let name = try connection.dialect.identifier(statement.name)
      if case .integer(let count) = try connection.value("SELECT max(rowid) FROM \(name)") {
        counts[statement.name] = Int(clamping: count)
      }
    }
    rowCounts = counts
  }

  private static func columns(_ connection: some SQLConnection) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for row in try connection.rows(
      "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
        + "WHERE m.type = 'table' AND (m.name LIKE 'Z%' OR m.name LIKE 'ANSCK%'"
        + " OR m.name IN ('ACHANGE', 'ATRANSACTION', 'ATRANSACTIONSTRING'))"
    ) {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      found[table, default: []].append(column)
    }
    return found
  }

  private static func primaryKeyRows(_ connection: some SQLConnection) throws -> [PrimaryKeyRow] {
    try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
      .compactMap { row in
        guard case .integer(let number) = row[0] else { return nil }
        var name = ""
        if case .text(let text) = row[1] { name = text }
        var parent: Int64 = 0
        if case .integer(let found) = row[2] { parent = found }
        return PrimaryKeyRow(
          number: Int(clamping: number),
          name: name,
          parentNumber: Int(clamping: parent)
        )
      }
  }
}
