import Foundation

/// The sources of this package's targets.
package enum PackageSources {
  private static let sources = Corpus.package.appending(path: "Sources")

  /// The folders of all targets, including C libraries, by target name.
  private static let folders: [String: URL] = {
    var folders: [String: URL] = [:]
    for floor in names(in: sources) {
      for target in names(in: sources.appending(path: floor)) {
        folders[target] = sources.appending(components: floor, target)
      }
    }
    return folders
  }()

  private static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
  }

  /// The folder of a target.
  package static func folder(of target: String) throws -> URL {
    guard let folder = folders[target] else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: target])
    }
    return folder
  }

  /// The module maps of the C targets and C libraries.
  package static let moduleMaps: [URL] = folders.values.sorted { $0.path < $1.path }
    .flatMap { folder in
      ["module.modulemap", "include/module.modulemap"].map { folder.appending(path: $0) }
    }
    .filter { FileManager.default.fileExists(atPath: $0.path) }
}
