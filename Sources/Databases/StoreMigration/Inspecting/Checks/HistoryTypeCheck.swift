import SQLDriver

/// Finds values in the tables of persistent history that are not of the declared type of their column, and changes of
/// an unknown kind.
struct HistoryTypeCheck {
  /// The existing tables.
  let tables: [String]
  let connection: any SQLConnection

  func problems() throws -> [StoreProblem] {
    var result: [StoreProblem] = []
    for table in tables {
      for row in try connection.rows("SELECT name, type FROM pragma_table_info('\(table)')") {
        guard case .text(let column) = row[0], case .text(let type) = row[1],
          let problem = try problem(table, column, type)
        else { continue }
        result.append(problem)
      }
    }
    return result
  }

  /// The types of SQLite's values that a declared type allows, and a noun for them; nil if anything is allowed.
  private static func expected(_ type: String) -> (types: String, noun: String)? {
    switch type {
    case "INTEGER": ("'integer'", "an integer")
    case "FLOAT", "TIMESTAMP": ("'integer', 'real'", "a number")
    case "VARCHAR": ("'text'", "a text")
    case "BLOB": ("'blob'", "data")
    default: nil
    }
  }

  private func problem(_ table: String, _ column: String, _ type: String) throws -> StoreProblem? {
    guard var expected = Self.expected(type) else { return nil }
    let name = try connection.dialect.identifier(column)
    var condition = "typeof(\(name)) NOT IN (\(expected.types))"
    if column == "ZCHANGETYPE" {
      // Insertion, update and deletion.
      condition = "(\(condition) OR \(name) NOT IN (0, 1, 2))"
      expected.noun = "a kind of change"
    }
    let found = try connection.rows(
      "SELECT COUNT(*), MIN(rowid) FROM \(table) WHERE \(name) IS NOT NULL AND \(condition)"
    ).first
    guard let found, case .integer(let count) = found[0], count > 0,
      case .integer(let key) = found[1]
    else { return nil }
    let rows = count == 1 ? "1 row of \(table) has" : "\(count) rows of \(table) have"
    let place = count == 1 ? "key \(key)" : "the first has key \(key)"
    return StoreProblem(
      .wrongType,
      "\(rows) a value in \(column) that is not \(expected.noun) (\(place))",
      element: String(table.dropFirst()),
      count: Int(count)
    )
  }
}
