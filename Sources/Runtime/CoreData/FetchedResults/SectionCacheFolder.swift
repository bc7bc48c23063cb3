import Digests
import Foundation

/// The folder of the section caches of fetched results.
enum SectionCacheFolder {
  /// The folder of this program: in `$XDG_CACHE_HOME` or `~/.cache`.
  static var url: URL {
    StoreFolder.baseFolder("XDG_CACHE_HOME", inHome: ".cache")
      .appendingPathComponent(StoreFolder.programName, isDirectory: true)
      .appendingPathComponent("CoreData/Sections", isDirectory: true)
  }

  /// The file for a name, which may be any text.
  static func file(_ name: String) -> URL {
    url.appendingPathComponent(SHA256.hash(Array(name.utf8)).hexadecimal + ".json")
  }

  /// Deletes the cache with a name, or all caches.
  static func delete(_ name: String?) {
    try? FileManager.default.removeItem(at: name.map(file) ?? url)
  }
}
