import CorpusFiles
import Foundation

@testable import CodeGeneration

/// The template sets of these tests.
enum TestSet {
  static func path(_ name: String) -> String {
    Corpus.package.appending(path: "Tests/Tools/CodeGenerationTests/Sets/\(name)").path
  }

  static let library = TemplateLibrary(programVersion: "0.1.0", bundled: [])
}

/// A folder that lasts as long as a test.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "generation-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the folder.
  func path(_ name: String = "") -> String {
    name.isEmpty ? folder.path : folder.appending(path: name).path
  }

  /// Writes a file, and the folders above it.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }
}

enum FileSystem {
  static func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }
}
