import SQLDriver

/// Runs SQLite's integrity check.
struct IntegrityCheck {
  let connection: any SQLConnection

  /// The greatest number of problems that are reported.
  private static let limit = 100

  func problems() throws -> [StoreProblem] {
    var result = try damage()
    for row in try connection.rows("PRAGMA foreign_key_check").prefix(Self.limit) {
      guard case .text(let table) = row[0], case .text(let parent) = row[2] else { continue }
      result.append(
        StoreProblem(.foreignKey, "a foreign key of \(table) refers to a missing row of \(parent)")
      )
    }
    return result
  }

  /// Finds damage to the pages of the database.
  ///
  /// SQLite reports part of the damage to a badly damaged database before it gives up: that part is returned.
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
    // The first of several lines names the database, and there is only one.
    return message.split(separator: "\n").filter { !$0.hasPrefix("***") }
      .map { StoreProblem(.damagedDatabase, String($0)) }
  }
}
