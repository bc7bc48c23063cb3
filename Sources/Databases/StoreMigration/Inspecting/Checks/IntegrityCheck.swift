import SQLDriver

/// Asks SQLite what is wrong with a database.
struct IntegrityCheck {
  let connection: any SQLConnection

  /// The number of problems that are reported at most.
  private static let limit = 100

  func problems() throws -> [StoreProblem] {
    var result = try damage()
    for row in try connection.rows("PRAGMA foreign_key_check").prefix(Self.limit) {
      guard case .text(let table) = row[0], case .text(let parent) = row[2] else { continue }
      result.append(
        StoreProblem(.foreignKey, "a foreign key of \(table) leads to no row of \(parent)")
      )
    }
    return result
  }

  /// The problems with the pages of the database.
  ///
  /// Of a badly damaged one SQLite says some of it, and then gives up: that much is reported.
  func damage() throws -> [StoreProblem] {
    let statement = try connection.cached("PRAGMA integrity_check(\(Self.limit))")
    defer { statement.reset() }
    var result: [StoreProblem] = []
    do {
      while try statement.step() { result += Self.problems(in: statement.values) }
    } catch {
      if result.isEmpty { throw error }
    }
    return result
  }

  private static func problems(in row: [SQLValue]) -> [StoreProblem] {
    guard case .text(let message)? = row.first, message != "ok" else { return [] }
    // The first line of several names the database, and there is only one.
    return message.split(separator: "\n").filter { !$0.hasPrefix("***") }
      .map { StoreProblem(.damagedDatabase, String($0)) }
  }
}
