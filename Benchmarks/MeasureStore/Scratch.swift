import Foundation

/// A folder for stores, which is removed with the value.
final class Scratch {
  let url: URL

  init(in folder: String) throws {
    url = URL(filePath: folder).appending(path: "measure-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// A fresh copy of a store.
  func copy(of template: String) throws -> String {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path("copy.sqlite") + suffix)
    }
    try FileManager.default.copyItem(atPath: template, toPath: path("copy.sqlite"))
    return path("copy.sqlite")
  }
}
