import Foundation
import SQLDriver
import Testing

/// An advisory lock of the server for which insertions of items wait, so that a test decides how long a save takes.
final class Latch {
  private let schema: String
  private let connection: any SQLConnection

  /// Makes a closed latch, for which insertions wait while they are committed, or at their statement.
  init(schema: String, connection: any SQLConnection, isForCommits: Bool) throws {
    self.schema = schema
    self.connection = connection
    let trigger =
      isForCommits
      ? "CREATE CONSTRAINT TRIGGER latch AFTER INSERT ON item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
      : "CREATE TRIGGER latch AFTER INSERT ON item"
    try connection.execute(
      """
      CREATE FUNCTION "\(schema)".latch() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(hashtext(''\(schema)'')); RETURN NULL; END';
      \(trigger) EXECUTE FUNCTION "\(schema)".latch()
      """
    )
    try close()
  }

  func close() throws { try connection.run("SELECT pg_advisory_lock(hashtext($1))", .text(schema)) }

  func open() throws {
    try connection.run("SELECT pg_advisory_unlock(hashtext($1))", .text(schema))
  }

  /// Comes back when a transaction waits for the latch.
  func waitForTransaction() throws {
    let waiting = """
      SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND objid = (hashtext($1)::bigint & 4294967295)::oid
      """
    for _ in 0..<3_000 {
      if case .integer(1...) = try connection.value(waiting, .text(schema)) { return }
      usleep(10_000)
    }
    Issue.record("No transaction came to the latch within 30 seconds")
  }
}
