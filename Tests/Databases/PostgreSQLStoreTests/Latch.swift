import Foundation
import SQLDriver
import Testing

/// An advisory lock that insertions of items wait for, so that a test controls how long a save takes.
final class Latch {
  private let key: SQLValue
  private let connection: any SQLConnection

  /// Makes a closed latch, which insertions wait for at commit, or at the statement.
  init(for shop: Shop, isForCommits: Bool = false) throws {
    key = .text(shop.schema)
    connection = try shop.connect()
    try shop.whenInserting(
      "PERFORM pg_advisory_xact_lock_shared(hashtext('\(shop.schema)'))",
      isCommitting: isForCommits
    )
    try close()
  }

  func close() throws { try connection.run("SELECT pg_advisory_lock(hashtext($1))", key) }

  func open() throws { try connection.run("SELECT pg_advisory_unlock(hashtext($1))", key) }

  func waitForTransaction() throws { try connection.waitForBlockedConnection() }
}

extension SQLConnection {
  /// Waits until another connection is blocked by a lock of this one.
  func waitForBlockedConnection() throws {
    let waiting =
      "SELECT count(*) FROM pg_catalog.pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    let deadline = Date(timeIntervalSinceNow: 60)
    while try value(waiting) == 0 {
      try #require(deadline > Date())
      usleep(10_000)
    }
  }
}
