import Foundation
import SQLDriver
import SQLiteDriver
import Testing

/// Tests that need a file: several connections, and files that are not databases.
@Suite final class SQLiteFileTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("SQLiteFileTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ name: String) -> String {
    folder.appendingPathComponent(name).path
  }

  @Test func aSecondWriterIsAskedToWait() throws {
    let options = SQLiteOptions(
      busyTimeoutMilliseconds: 10,
      pragmas: [SQLitePragma("journal_mode", "wal")]
    )
    let first = try SQLiteConnection(path: path("a"), options: options)
    let second = try SQLiteConnection(path: path("a"), options: options)
    try first.execute("CREATE TABLE t (a)")
    try first.begin()
    let error = #expect(throws: SQLError.self) { try second.begin() }
    #expect(error?.kind == .busy)
    #expect(error?.remedy == .retry)
    try first.commit()

    try second.begin(.read)
    #expect(try second.value("SELECT count(*) FROM t") == 0)
    try first.run("INSERT INTO t VALUES (1)")
    #expect(try second.value("SELECT count(*) FROM t") == 0, "a reader keeps its state")
    let stale = #expect(throws: SQLError.self) { try second.run("INSERT INTO t VALUES (2)") }
    #expect(stale?.kind == .serialization)
  }

  @Test func accessIsObserved() throws {
    let missing = #expect(throws: SQLError.self) {
      try SQLiteConnection(path: path("a"), options: SQLiteOptions(access: .readWrite))
    }
    #expect(missing?.kind == .cannotConnect)
    #expect(missing?.message.hasPrefix(path("a")) == true)
    try SQLiteConnection(path: path("a")).execute("CREATE TABLE t (a)")
    let reader = try SQLiteConnection(path: path("a"), options: SQLiteOptions(access: .readOnly))
    let error = #expect(throws: SQLError.self) { try reader.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.kind == .readOnly)
    #expect(throws: SQLError.self) { try SQLiteConnection(path: "a\0b") }
  }

  @Test func pragmasCannotCarryStatements() throws {
    let options = SQLiteOptions(pragmas: [
      SQLitePragma("user_version\" = 1; --", "'); DROP TABLE t")
    ])
    let connection = try SQLiteConnection(path: path("a"), options: options)
    #expect(try connection.value("PRAGMA user_version") == 0)
  }

  @Test func otherFilesAreNoDatabases() throws {
    try Data(repeating: 0x41, count: 4_096).write(to: URL(fileURLWithPath: path("a")))
    let connection = try SQLiteConnection(path: path("a"))
    let error = #expect(throws: SQLError.self) {
      try connection.value("SELECT count(*) FROM sqlite_schema")
    }
    #expect(error?.kind == .corrupt)
  }

  @Test func backupsAreWholeDatabases() throws {
    let source = try SQLiteConnection(path: path("a"))
    try source.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
    let target = try SQLiteConnection(path: path("b"))
    try target.execute("CREATE TABLE old (a)")
    try source.backUp(to: target)
    #expect(try target.rows("SELECT name FROM sqlite_schema") == [["t"]])
    #expect(try target.value("SELECT sum(a) FROM t") == 3)
    target.close()
    #expect(throws: SQLError.self) { try source.backUp(to: target) }
  }
}
