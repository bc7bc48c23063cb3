import SQLDriver
import Synchronization

/// The cluster of a store, and its latest timeline that was seen.
///
/// A frozen primary that wakes up after a fail-over answers for a while, or until something stops it, with data from
/// before the fail-over. It is recognized by its older timeline.
package final class ServerTerm: Sendable {
  private struct State {
    var cluster: String?
    var timeline: Int64 = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Throws if a connection leads to a server of another cluster, or to one on an older timeline.
  package func check(_ connection: any SQLConnection) throws(SQLError) {
    let row: [SQLValue]?
    do {
      row = try connection.rows(Self.question).first
    } catch {
      // A server that does not report its timeline, or not to this role, cannot be checked.
      guard error.kind == .permission || error.kind == .statement else { throw error }
      return
    }
    guard let row, case .text(let cluster) = row[0], case .text(let digits) = row[1] else { return }
    try check(cluster, digits, isStandby: row[2] == .integer(1))
  }

  private static let question =
    "SELECT s.system_identifier::text, CASE WHEN pg_catalog.pg_is_in_recovery()"
    + " THEN c.timeline_id::text ELSE pg_catalog.left(pg_catalog.pg_walfile_name("
    + "pg_catalog.pg_current_wal_lsn()), 8) END, pg_catalog.pg_is_in_recovery()"
    + " FROM pg_catalog.pg_control_system() s, pg_catalog.pg_control_checkpoint() c"

  private func check(_ cluster: String, _ digits: String, isStandby: Bool) throws(SQLError) {
    let timeline = Int64(digits, radix: isStandby ? 10 : 16) ?? 0
    let problem = state.withLock { state -> String? in
      if let known = state.cluster, known != cluster {
        return "the server belongs to another cluster than the one that the store was opened on"
      }
      if timeline < state.timeline {
        return "the server is on timeline \(timeline), which timeline \(state.timeline) has"
          + " replaced"
      }
      state.cluster = cluster
      state.timeline = timeline
      return nil
    }
    if let problem { throw SQLError(.notPrimary, code: "timeline", problem) }
  }
}
