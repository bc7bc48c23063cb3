import Foundation
import SQLiteDriver

/// A folder for the files of one test, which is removed when the value is released.
final class TestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "SQLStore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folder of external data.
  var external: URL { url.appending(path: "external") }

  /// The names of the external data files.
  var externalFiles: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: external.path)) ?? []).sorted()
  }

  /// A connection to the test's database; its lock timeout is short.
  func connect(vfs: String? = nil) throws -> SQLiteConnection {
    try SQLiteConnection(
      path: url.appending(path: "store.sqlite").path,
      options: SQLiteOptions(busyTimeoutMilliseconds: 50, vfs: vfs)
    )
  }

  /// A library with the test's database.
  func library(keepsHistory: Bool = false, vfs: String? = nil) throws -> Library {
    try Library(connect(vfs: vfs), external: external, keepsHistory: keepsHistory)
  }
}
