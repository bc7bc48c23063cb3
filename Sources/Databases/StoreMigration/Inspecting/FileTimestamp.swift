import Files

/// The state of a file: two states are equal if the file was not written between them.
package struct FileTimestamp: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64
  package let size: Int64
  private let time: ModificationTime

  /// Reads the state of a file; nil if there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    time = ModificationTime(status)
  }

  /// Whether both are states of the same file.
  package func isSameFile(as other: Self) -> Bool {
    device == other.device && number == other.number
  }
}
