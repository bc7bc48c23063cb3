#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock on a folder that programs of this package take while they write into it; it leaves no file behind.
struct FolderLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock of a folder.
  ///
  /// Where a file system has none, nothing is locked.
  init(_ path: String) {
    descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

/// Removes the folder of a version.
enum VersionFolder {
  static func remove(_ path: String) -> Int32? {
    guard unlink(path + "/contents") == 0 || errno == ENOENT else { return errno }
    return rmdir(path) == 0 ? nil : errno
  }
}
