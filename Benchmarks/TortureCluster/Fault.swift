import Foundation

/// A fault of the node of the primary.
enum Fault: String, CaseIterable {
  /// Patroni and PostgreSQL are killed, as if the machine had lost its power; the node starts again later.
  case killNode = "kill-node"
  /// All processes of the node are stopped, and continued later.
  case freeze
  /// PostgreSQL is killed, and Patroni is not.
  case killPostmaster = "kill-postmaster"
  /// Patroni is killed, and PostgreSQL continues until Patroni starts again.
  case killPatroni = "kill-patroni"
  /// All connections are ended.
  case cut

  /// The time that the fault lasts.
  var duration: TimeInterval {
    switch self {
    case .killNode, .freeze: 14
    case .killPatroni: 12
    case .killPostmaster, .cut: 4
    }
  }

  /// Causes the fault on a node, waits, and ends it.
  func happen(to node: Node) throws {
    switch self {
    case .killNode:
      node.kill(node.processes(), SIGKILL)
      sleep()
      try node.start()
    case .freeze:
      let stopped = node.processes()
      node.kill(stopped, SIGSTOP)
      // The postmaster may have forked children meanwhile.
      let all = Set(stopped + node.processes())
      node.kill(Array(all), SIGSTOP)
      sleep()
      node.kill(Array(all), SIGCONT)
    case .killPostmaster:
      node.kill(node.postmaster(), SIGKILL)
      sleep()
    case .killPatroni:
      node.kill([node.patroni].compactMap { $0 }, SIGKILL)
      sleep()
      try node.start()
    case .cut:
      try node.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
          + " AND application_name LIKE 'client%'"
      )
      sleep()
    }
  }

  private func sleep() { Thread.sleep(forTimeInterval: duration) }
}
