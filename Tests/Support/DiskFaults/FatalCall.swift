import CFaultyFiles

/// A kind of calls of the system at which the process can be killed.
package enum FatalCall: String, CaseIterable, Sendable, Codable {
  case rename, unlink, rmdir, write, truncate, sync

  /// Lets the process be killed, with SIGSYS, as soon as the thread makes such a call.
  package func arm() throws {
    guard kill_at_call(rawValue) == 0 else { throw FaultyDisk.Failure() }
  }
}
