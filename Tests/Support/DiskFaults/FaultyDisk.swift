import CFaultyFiles

/// Files for SQLite that fail when a test wants them to.
package final class FaultyDisk {
  /// The name under which SQLite knows them, which is that of a VFS.
  package let name: String
  private let files: OpaquePointer

  package struct Failure: Error {}

  /// The results of a call that fails.
  package enum Fault: Int32, CaseIterable, Sendable {
    /// The result of the call itself: an I/O error of writing, truncating, syncing or deleting.
    case inputOutput = 0
    /// `SQLITE_FULL`.
    case full = 13
  }

  package init() throws {
    var generator = SystemRandomNumberGenerator()
    name = "faulty-\(generator.next())"
    guard let made = faulty_files_make(name) else { throw Failure() }
    files = made
  }

  deinit { faulty_files_free(files) }

  /// The number of calls so far that change what is on the disk.
  package var calls: Int { faulty_files_calls(files) }

  /// The number of those that have failed.
  package var failures: Int { faulty_files_failures(files) }

  /// Lets a call to come fail, 1 being the next one, and all that follow if it lasts.
  package func fail(call: Int, _ fault: Fault = .inputOutput, lasts: Bool = false) {
    faulty_files_fail(files, calls + call, fault.rawValue, lasts ? 1 : 0)
  }

  /// Lets all calls succeed again.
  package func heal() { faulty_files_fail(files, -1, 0, 0) }

  /// Lets the power go at a call to come; what the disk has then is put into a folder.
  package func crash(call: Int, seed: UInt, into folder: String) {
    faulty_files_crash(files, calls + call, seed, folder)
  }

  package var hasCrashed: Bool { faulty_files_have_crashed(files) != 0 }
}
