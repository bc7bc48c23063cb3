import SQLDriver
import SQLiteDriver
import Testing

@testable import CoreData

@Suite("The output of SQLDebug") struct SQLDebugTests {
  @Test(
    "Statements and times, then the number of rows, then the values of parameters",
    arguments: [
      (
        1,
        "CoreData: sql: SELECT a FROM t WHERE a > ?\nCoreData: annotation: total execution time: "
      ),
      (
        2,
        "CoreData: sql: SELECT a FROM t WHERE a > ?\nCoreData: annotation: total execution time: "
      ),
      (
        3,
        "CoreData: sql: SELECT a FROM t WHERE a > 1\nCoreData: annotation: total execution time: "
      ),
    ]
  )
  func levels(_ level: Int, _ start: String) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)")
    var lines: [String] = []
    connection.trace { lines.append(SQLDebug.message(of: $0, level: level).lines) }
    #expect(try connection.rows("SELECT a FROM t WHERE a > ?", .integer(1)).count == 2)
    try connection.run("UPDATE t SET a = 0")
    #expect(lines.count == 2)
    let line = try #require(lines.first)
    #expect(line.hasPrefix(start))
    #expect(line.hasSuffix(level > 1 ? "s for 2 rows\n" : "s\n"))
    #expect(lines.last?.hasSuffix(level > 1 ? "s for 0 rows\n" : "s\n") == true)
  }
}
