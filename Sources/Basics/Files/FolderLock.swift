/// A lock on a folder that programs of this package take while they write into it.
///
/// The folder itself is locked, so that no file for it is left behind. File systems that cannot do this
/// (some network drives) go without: files are still replaced whole, but two programs may each write some of them.
package final class FolderLock {
  private let descriptor: Int32

  /// The number of attempts to take the lock, ten a second.
  package static let maximumAttempts = 600

  /// Waits for the lock.
  ///
  /// - Throws: Why there is no such folder, or that another program has it for too long.
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
