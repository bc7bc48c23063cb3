import CLibPQ

/// The receiver of the server's notices.
final class PostgreSQLNotices {
  /// Whether a wait for standby servers was cut short: the transaction is committed on one server, perhaps not on
  /// others.
  ///
  /// The statement itself reports success.
  private(set) var leftReplicationUncertain = false

  func clear() {
    leftReplicationUncertain = false
  }

  /// Recognizes the warning by its place in the server's source: other warnings share its code, and texts are
  /// translated.
  ///
  /// `PG_DIAG_SOURCE_FUNCTION` is a macro of a character, `'R'`.
  func receive(_ notice: OpaquePointer?) {
    guard let function = PQresultErrorField(notice, 0x52) else { return }
    if String(cString: function) == "SyncRepWaitForLSN" { leftReplicationUncertain = true }
  }
}
