import Foundation

/// A folder that is removed when the value is released.
package final class TemporaryFolder {
  private let folder: URL

  /// Makes the folder.
  package init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "open-core-data-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the folder.
  package func path(_ name: String) -> String {
    folder.path + "/" + name
  }

  /// Writes a file, creating intermediate folders.
  ///
  /// - Returns: Its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
    return file.path
  }
}
