import Foundation
import SQLDriver
import SQLiteDriver

extension BrowsedSample {
  /// Copies the rows of players until there are `count`.
  func multiply(to count: Int) throws {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOptions(access: .readWrite)
    )
    defer { connection.close() }
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 3 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO ZPERSON(Z_PK, Z_ENT, Z_OPT, ZNAME, ZNUMBER, ZTEAM)
      SELECT i, (SELECT Z_ENT FROM ZPERSON LIMIT 1), 1, 'Player ' || i, i % 1000, 1 + i % 2 FROM n
      """
    )
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Person'")
  }

  /// Executes a statement on the database itself.
  func execute(_ statement: String) throws {
    let connection = try SQLiteConnection(
      path: url.path,
      options: SQLiteOptions(access: .readWrite)
    )
    defer { connection.close() }
    try connection.execute(statement)
  }
}
