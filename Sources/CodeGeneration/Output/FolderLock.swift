import ModelFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps other runs of the program from writing into a folder as long as it lives.
///
/// The folder itself is locked, so that no file for it is left behind. File systems that cannot do this
/// (some network drives) go without: files are still replaced whole, but two runs may each write the
/// manifest.
package final class FolderLock {
  private let descriptor: Int32

  /// How long another run may take, in tenths of a second.
  private static let patience = 600

  /// Waits for the lock.
  package init(_ folder: String, patience: Int = FolderLock.patience) throws(FileProblem) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    var tries = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { return }
      guard tries < patience else {
        close(descriptor)
        throw FileProblem("another momgen is writing into it")
      }
      tries += 1
      usleep(100_000)
    }
  }

  deinit {
    close(descriptor)
  }
}
