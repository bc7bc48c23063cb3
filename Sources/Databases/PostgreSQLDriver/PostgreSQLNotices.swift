import CLibPQ

/// The notices of the server.
final class PostgreSQLNotices {
  /// Whether a wait for standby servers was cut short: the transaction is committed on one server, and
  /// it is not known whether on others.
  ///
  /// The statement itself reports success.
  private(set) var leftReplicationUncertain = false

  func clear() {
    leftReplicationUncertain = false
  }

  /// The words and codes of the warning are those of others too, and are translated; the place in
  /// the server's source is not.
  ///
  /// `PG_DIAG_SOURCE_FUNCTION` is a macro of a character, `'R'`.
  func receive(_ notice: OpaquePointer?) {
    guard let function = PQresultErrorField(notice, 0x52) else { return }
    if String(cString: function) == "SyncRepWaitForLSN" { leftReplicationUncertain = true }
  }
}
