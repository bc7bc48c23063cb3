import Foundation
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration
import Testing

@Suite("Backups beside other programs") struct StoreBackupTests {
  private let folder: URL
  private let path: String

  /// The folder of external data next to the store.
  private let values: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "backup-\(UUID())")
    path = folder.appending(path: "Store.sqlite").path
    values = URL(filePath: ExternalDataFolder(ofStoreAt: path).path)
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
  }

  /// A connection of another program, without a lock timeout.
  private func connect() throws -> SQLiteConnection {
    let options = SQLiteOptions(access: .create, busyTimeoutMilliseconds: 0)
    return try SQLiteConnection(path: path, options: options)
  }

  private func makeFile() throws -> String {
    let name = UUID().uuidString
    try Data(name.utf8).write(to: values.appending(path: name))
    return name
  }

  private func reference(_ name: String) -> SQLValue { .blob([2] + Array(name.utf8) + [0]) }

  /// Creates a store whose rows refer to files, and one file without a row.
  private func fill(_ connection: SQLiteConnection, journal: String) throws {
    try connection.rows("PRAGMA journal_mode = \(journal)")
    try connection.execute("CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, ZBODY BLOB)")
    for _ in 0..<3 {
      try connection.run("INSERT INTO ZNOTE (ZBODY) VALUES (?)", reference(try makeFile()))
    }
    _ = try makeFile()
  }

  @Test("Each value that a copied row names is copied", arguments: ["WAL", "DELETE"])
  func consistency(journal: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let connection = try connect()
    try fill(connection, journal: journal)
    let other = try connect()
    var refusals = 0
    let copy = try StoreBackup(ofStoreAt: path).make(connection) {
      do { try replaceValues(other) } catch let error as SQLError where error.kind == .busy {
        refusals += 1
      }
    }
    #expect(refusals > 3)
    let names = try SQLiteConnection(path: copy, options: SQLiteOptions(access: .readOnly))
      .rows("SELECT ZBODY FROM ZNOTE").compactMap { row -> String? in
        guard case .blob(let bytes) = row[0] else { return nil }
        return ExternalDataFolder.fileName(in: bytes)
      }
    #expect(names.count == 3)
    for name in names {
      let file = ExternalDataFolder(ofStoreAt: copy).path + "/" + name
      #expect(FileManager.default.contents(atPath: file) == Data(name.utf8))
    }
    // The other program continues.
    try replaceValues(other)
  }

  /// Gives the rows new values like a save, and removes the old files.
  private func replaceValues(_ connection: SQLiteConnection) throws {
    let old = try FileManager.default.contentsOfDirectory(atPath: values.path)
    try connection.transaction {
      for key in 1...3 as ClosedRange<Int64> {
        let name = try makeFile()
        try connection.run(
          "UPDATE ZNOTE SET ZBODY = ? WHERE Z_PK = ?",
          reference(name),
          .integer(key)
        )
      }
    }
    for name in old { try FileManager.default.removeItem(at: values.appending(path: name)) }
  }

  @Test("A file that is removed after the save of another program is not missed")
  func lateRemoval() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let connection = try connect()
    try fill(connection, journal: "WAL")
    let before = try FileManager.default.contentsOfDirectory(atPath: values.path)
    let orphans = try (0..<5).map { _ in try makeFile() }
    var isCopying = false
    let copy = try StoreBackup(ofStoreAt: path).make(connection) {
      if isCopying {
        for name in orphans {
          try? FileManager.default.removeItem(at: values.appending(path: name))
        }
      }
      isCopying = true
    }
    let copied = try FileManager.default.contentsOfDirectory(
      atPath: ExternalDataFolder(ofStoreAt: copy).path
    )
    #expect(Set(copied).isSuperset(of: before))
  }
}
