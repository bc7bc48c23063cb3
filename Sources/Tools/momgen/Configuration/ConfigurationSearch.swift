import Files

/// Finds the `momgen.json` of a folder: in it, or in the nearest folder above that has one.
///
/// The search ends at the root of the repository, if any: files above it may belong to
/// other users.
struct ConfigurationSearch: Sendable {
  var files = FileReader()

  /// The path of the file, or nil when there is none.
  func path(from start: String = ".") -> String? {
    var folder = start
    for _ in 0..<Self.mostFolders {
      let path = folder == "." ? ProjectConfiguration.fileName : folder + "/momgen.json"
      if files.kind(of: path) == .file { return path }
      if files.kind(of: folder + "/.git") != nil { return nil }
      let parent = folder == "." ? ".." : folder + "/.."
      guard !isSame(folder, parent) else { return nil }
      folder = parent
    }
    return nil
  }

  /// The maximum number of folders, more than any real path has.
  private static let mostFolders = 256

  /// Whether two paths lead to one folder, as they do at the root of the disk.
  private func isSame(_ left: String, _ right: String) -> Bool {
    var leftStatus = stat()
    var rightStatus = stat()
    guard stat(left, &leftStatus) == 0, stat(right, &rightStatus) == 0 else { return true }
    return leftStatus.st_ino == rightStatus.st_ino && leftStatus.st_dev == rightStatus.st_dev
  }
}
