import Foundation

/// Reads, replaces and removes the files of stores that are kept as a whole.
enum StoreFiles {
  /// The bytes of a file; nil if there is none or if it is empty, which stands for a new store.
  static func bytes(of url: URL) throws -> [UInt8]? {
    guard url.isFileURL else {
      throw StoreFailure.error(
        CocoaError.Code.fileReadUnsupportedScheme.rawValue,
        "A store of this type must be in a file.",
        url: url
      )
    }
    guard !isNowhere(url) else { return nil }
    do {
      let data = try Data(contentsOf: url)
      return data.isEmpty ? nil : Array(data)
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return nil
    }
  }

  /// Puts bytes in the place of a file: whoever reads it sees the old ones or the new ones.
  static func write(_ bytes: [UInt8], to url: URL) throws {
    guard !isNowhere(url) else { return }
    // A link is written through: what it leads to is replaced, and the link stays.
    try Data(bytes).write(to: url.resolvingSymlinksInPath(), options: .atomic)
  }

  /// Removes a file, if there is one.
  static func remove(_ url: URL) throws {
    guard url.isFileURL, !isNowhere(url) else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch let error as CocoaError where error.code == .fileNoSuchFile {
      return
    }
  }

  /// Whether nothing is kept at a place: it is no file, and none takes its place.
  private static func isNowhere(_ url: URL) -> Bool { url.path == "/dev/null" }

  /// Puts a copy of a file in the place of another.
  static func replace(_ destination: URL, with source: URL) throws {
    let data = try Data(contentsOf: source)
    try data.write(to: destination.resolvingSymlinksInPath(), options: .atomic)
  }

  /// What the first bytes of a file say it is; nil if they are those of no store.
  static func storeType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: Array("bplist0".utf8)) { return NSBinaryStoreType }
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return NSSQLiteStoreType }
    if bytes.starts(with: Array("<?xml".utf8)) { return NSXMLStoreType }
    return nil
  }
}
