import Digests
import Foundation

/// The place of the stored sections of fetched results.
enum SectionCacheFolder {
  /// The folder of this program: in `$XDG_CACHE_HOME` or `~/.cache`.
  static var url: URL {
    base.appendingPathComponent(StoreFolder.programName, isDirectory: true)
      .appendingPathComponent("CoreData/Sections", isDirectory: true)
  }

  /// The file for a name, which may be anything.
  static func file(_ name: String) -> URL {
    url.appendingPathComponent(hexadecimal(SHA256.hash(Array(name.utf8))) + ".json")
  }

  /// Deletes what is kept under a name, or everything.
  static func delete(_ name: String?) {
    try? FileManager.default.removeItem(at: name.map(file) ?? url)
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }

  private static var base: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    let home =
      if let path = environment["HOME"], path.hasPrefix("/") {
        URL(fileURLWithPath: path, isDirectory: true)
      } else {
        FileManager.default.homeDirectoryForCurrentUser
      }
    return home.appendingPathComponent(".cache", isDirectory: true)
  }
}
