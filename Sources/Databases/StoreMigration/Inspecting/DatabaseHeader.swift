import Files

/// The first bytes of a database.
package enum DatabaseHeader {
  /// Whether a file begins with the header of an SQLite database.
  package static func isDatabase(_ path: String) -> Bool {
    bytes(of: path).map { $0.starts(with: Array("SQLite format 3\0".utf8)) } ?? false
  }

  /// Whether a database has a write-ahead log: byte 19, the version required for reading, is 2.
  static func usesLog(_ path: String) -> Bool {
    bytes(of: path).map { $0[19] == 2 } ?? false
  }

  /// The first 20 bytes of a file; nil for a shorter one, and if it is not a file.
  private static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return count == 20 ? bytes : nil
  }
}
