import CFaultyFiles

/// A kind of system call at which the process can be killed.
package enum FatalCall: String, CaseIterable, Sendable, Codable {
  case rename, unlink, rmdir, write, truncate, sync

  /// Makes the thread's next such call kill the process with SIGSYS.
  package func arm() throws {
    guard kill_at_call(rawValue) == 0 else { throw FaultyDisk.Failure() }
  }
}
