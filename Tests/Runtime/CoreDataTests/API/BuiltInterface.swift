import CorpusFiles
import Foundation

/// The public interface of the module `CoreData` as built for the running tests.
enum BuiltInterface {
  static let graph = Result { try extract() }

  private static func extract() throws -> SymbolGraph {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "interface-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "log")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    let tool = Process()
    tool.executableURL = URL(filePath: "/usr/bin/env")
    tool.arguments =
      [
        "swift", "symbolgraph-extract", "-module-name", "CoreData", "-I", modules.path,
        "-target", target, "-minimum-access-level", "public", "-skip-synthesized-members",
        "-skip-inherited-docs", "-emit-extension-block-symbols", "-output-dir", folder.path,
      ] + PackageSources.moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
      + headers.flatMap { ["-Xcc", "-I\($0)"] }
    tool.standardOutput = FileHandle.nullDevice
    tool.standardError = try FileHandle(forWritingTo: log)
    try tool.run()
    tool.waitUntilExit()
    guard tool.terminationStatus == 0 else {
      throw Failure(messages: try String(contentsOf: log, encoding: .utf8))
    }
    try FileManager.default.removeItem(at: log)
    return try SymbolGraph(folder: folder)
  }

  struct Failure: Error {
    let messages: String
  }

  /// The modules folder of the tests' build.
  private static var modules: URL {
    Bundle.main.bundleURL.appending(path: "Modules")
  }

  private static var target: String {
    #if arch(x86_64)
      "x86_64-unknown-linux-gnu"
    #else
      "aarch64-unknown-linux-gnu"
    #endif
  }

  /// The folders of C libraries on Debian whose headers have a folder of their own.
  private static let headers = ["/usr/include/libxml2", "/usr/include/postgresql"]
}
