import Digests
import Foundation

/// The place of the stored sections of fetched results.
enum SectionCacheFolder {
  /// The folder of this program: in `$XDG_CACHE_HOME` or `~/.cache`.
  static var url: URL {
    StoreFolder.baseFolder("XDG_CACHE_HOME", inHome: ".cache")
      .appendingPathComponent(StoreFolder.programName, isDirectory: true)
      .appendingPathComponent("CoreData/Sections", isDirectory: true)
  }

  /// The file for a name, which may be anything.
  static func file(_ name: String) -> URL {
    url.appendingPathComponent(SHA256.hash(Array(name.utf8)).hexadecimal + ".json")
  }

  /// Deletes what is kept under a name, or everything.
  static func delete(_ name: String?) {
    try? FileManager.default.removeItem(at: name.map(file) ?? url)
  }
}
