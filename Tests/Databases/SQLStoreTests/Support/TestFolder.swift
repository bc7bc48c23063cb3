import Foundation
import SQLiteDriver

/// A folder for the files of one test, which goes with it.
final class TestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "SQLStore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folder for large values.
  var external: URL { url.appending(path: "external") }

  /// The names of the files with large values.
  var externalFiles: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: external.path)) ?? []).sorted()
  }

  /// A connection to the database of the test; one that cannot write waits shortly.
  func connect(vfs: String? = nil) throws -> SQLiteConnection {
    try SQLiteConnection(
      path: url.appending(path: "store.sqlite").path,
      options: SQLiteOptions(busyTimeoutMilliseconds: 50, vfs: vfs)
    )
  }

  /// A library over the database of the test.
  func library(keepsHistory: Bool = false, vfs: String? = nil) throws -> Library {
    try Library(connect(vfs: vfs), external: external, keepsHistory: keepsHistory)
  }
}
