/// A lock on a folder that programs of this package hold while they write into it.
///
/// The folder itself is locked, so that no lock file is left behind. On file systems that do not support this (some
/// network drives) no lock is taken: files are still replaced atomically, but two programs may each write some of
/// them.
package final class FolderLock {
  private let descriptor: Int32

  /// The number of attempts to take the lock, ten a second.
  package static let maximumAttempts = 600

  /// Waits for the lock.
  ///
  /// - Throws: An error if there is no such folder, or another program holds the lock for too long.
  package init(_ folder: String, maximumAttempts: Int = FolderLock.maximumAttempts)
    throws(FileProblem)
  {
    descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(errorNumber: errno) }
    var tries = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { return }
      // An error thrown here still runs `deinit`, which closes the descriptor.
      guard tries < maximumAttempts else { throw FileProblem("another program is writing into it") }
      tries += 1
      usleep(100_000)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
