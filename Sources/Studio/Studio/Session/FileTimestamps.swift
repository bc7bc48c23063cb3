import Files
import ModelEditing

/// The modification times of the files of a bundle.
struct FileTimestamps: Sendable, Hashable {
  private struct Timestamp: Sendable, Hashable {
    var inode: UInt64
    var size: Int64
    var time: ModificationTime
  }

  private let paths: [String]
  private var timestamps: [String: Timestamp] = [:]

  init(of bundle: EditedBundle) {
    let folder = bundle.path
    self.init([folder, folder + "/.xccurrentversion"] + bundle.versions.map(\.path))
  }

  private init(_ paths: [String]) {
    self.paths = paths
    for path in paths { note(path) }
  }

  /// The present timestamps of the same files, regardless of unsaved versions.
  var again: FileTimestamps { FileTimestamps(paths) }

  private mutating func note(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    timestamps[path] = Timestamp(
      inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      time: ModificationTime(status)
    )
  }
}
