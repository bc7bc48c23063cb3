import Files
import ModelEditing

/// When the files of a bundle were last changed, as far as the file system tells.
struct FileMoments: Sendable, Hashable {
  private struct Moment: Sendable, Hashable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  private var moments: [String: Moment] = [:]

  init(of bundle: EditedBundle) {
    note(bundle.path)
    note(bundle.path + "/.xccurrentversion")
    for version in bundle.versions { note(version.path) }
  }

  private mutating func note(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    moments[path] = Moment(
      inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec
    )
  }
}
