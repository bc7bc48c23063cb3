import Files

/// The identity of a file, equal for all its paths.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The identity of the file at a path, or nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
