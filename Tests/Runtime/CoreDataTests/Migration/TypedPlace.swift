import CoreData
import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver

/// Locations for stores of one type: files in a folder, or schemas, which are removed when the value is released.
///
/// The type is the one that the test runs on, unless the test specifies one.
final class TypedPlace {
  let type: NSPersistentStore.StoreType

  /// A folder for the files of stores and models.
  let folder: URL

  private let run: StoreRun

  init(_ type: NSPersistentStore.StoreType?) throws {
    self.type = type ?? StoreRun.current?.kind.type ?? .sqlite
    run = StoreRun(self.type == .postgreSQL ? .postgreSQL : .sqlite)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("places-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The URL of a store.
  func url(_ name: String) throws -> URL {
    type == .postgreSQL ? try run.place(name) : folder.appendingPathComponent("\(name).store")
  }

  /// Options, with those that the type of store requires.
  func options(_ options: [AnyHashable: Any]?) -> [AnyHashable: Any]? {
    run.kind.options(options)
  }

  /// A second connection to a store in a database.
  func connect(_ name: String) throws -> any SQLConnection {
    if type == .postgreSQL { return try run.connect(name) }
    return try SQLiteConnection(path: url(name).path)
  }

  /// The contents of the stores: the bytes of all files, except those rewritten whenever a store is read; or the rows
  /// of all tables.
  func contents(_ name: String) throws -> [String: Data] {
    type == .postgreSQL ? try rows(name) : try files()
  }

  private func files() throws -> [String: Data] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var contents: [String: Data] = [:]
    for case let file as URL in files ?? .init() {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
        !isFolder.boolValue, !file.path.hasSuffix("-shm")
      else { continue }
      let data = try Data(contentsOf: file)
      if !data.isEmpty { contents[file.lastPathComponent] = data }
    }
    return contents
  }

  private func rows(_ name: String) throws -> [String: Data] {
    let connection = try connect(name)
    defer { connection.close() }
    let tables = try connection.rows(
      "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
    )
    var contents: [String: Data] = [:]
    for case .text(let table) in tables.map({ $0[0] }) {
      let quoted = try SQLDialect.postgreSQL.identifier(table)
      let rows = try connection.rows("SELECT to_jsonb(t)::text FROM \(quoted) t ORDER BY 1")
      contents[table] = Data("\(rows)".utf8)
    }
    return contents
  }
}
