import CoreData
import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

/// An empty folder for stores, which is removed when the value is released.
final class StoreFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("stores-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func store(_ name: String = "store.sqlite") -> URL { url.appendingPathComponent(name) }

  /// A context of a coordinator of its own with a store.
  ///
  /// The store is of the kind that the test runs on, or an SQLite store.
  func context(
    _ model: NSManagedObjectModel,
    _ name: String = "store.sqlite",
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    guard let run = StoreRun.current, run.kind != .sqlite else {
      return try Self.context(at: store(name), model, options: options)
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore(name, options: options)
    return coordinator.makeContext()
  }

  /// A context of a coordinator of its own with a store at a URL.
  static func context(
    at url: URL,
    _ model: NSManagedObjectModel = Bookshop.makeModel(),
    options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// The result of SQLite's integrity check of a store.
  static func integrity(of url: URL) throws -> String {
    let connection = try SQLiteConnection(path: url.path)
    defer { connection.close() }
    guard case .text(let text) = try connection.value("PRAGMA integrity_check") else { return "" }
    return text
  }

  /// The output of the program `sqlite3`; the test is skipped if it is not installed.
  func query(_ sql: String, _ name: String = "store.sqlite") throws -> String {
    let program = URL(fileURLWithPath: "/usr/bin/sqlite3")
    if !FileManager.default.isExecutableFile(atPath: program.path) {
      try Test.cancel("there is no program sqlite3")
    }
    let process = Process()
    process.executableURL = program
    process.arguments = [store(name).path, sql]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
