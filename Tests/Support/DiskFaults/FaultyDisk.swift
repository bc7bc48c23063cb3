import CFaultyFiles

/// A VFS for SQLite with injected failures.
package final class FaultyDisk {
  /// The name of the VFS.
  package let name: String
  private let files: OpaquePointer

  package struct Failure: Error {}

  /// An injected error.
  package enum Fault: Int32, CaseIterable, Sendable {
    /// The I/O error of the call: of writing, truncating, syncing or deleting.
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

  /// The number of calls so far that modify the disk.
  package var calls: Int { faulty_files_calls(files) }

  /// The number of calls that have failed.
  package var failures: Int { faulty_files_failures(files) }

  /// Makes a future call fail, 1 being the next one, and all later ones if it lasts.
  package func fail(call: Int, _ fault: Fault = .inputOutput, lasts: Bool = false) {
    faulty_files_fail(files, calls + call, fault.rawValue, lasts ? 1 : 0)
  }

  /// Makes all calls succeed again.
  package func heal() { faulty_files_fail(files, -1, 0, 0) }

  /// Simulates a power loss at a future call; the resulting disk image is written to a folder.
  package func crash(call: Int, seed: UInt, into folder: String) {
    faulty_files_crash(files, calls + call, seed, folder)
  }

  package var hasCrashed: Bool { faulty_files_have_crashed(files) != 0 }
}
