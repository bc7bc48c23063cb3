import Files

/// Removes the folder of a version.
enum VersionFolder {
  static func remove(_ path: String) -> Int32? {
    guard unlink(path + "/contents") == 0 || errno == ENOENT else { return errno }
    return rmdir(path) == 0 ? nil : errno
  }
}
