import CLibPQ

/// What the server says beside its answers.
final class PostgreSQLNotices {
  /// Whether a wait for standby servers was cut short: the transaction is committed on one server,
  /// and nobody knows whether on others.
  ///
  /// The statement itself reports success.
  private(set) var leftReplicationUncertain = false

  func clear() {
    leftReplicationUncertain = false
  }

  /// `PG_DIAG_SEVERITY_NONLOCALIZED` and `PG_DIAG_SQLSTATE` are macros of characters, `'V'` and `'C'`.
  func receive(_ notice: OpaquePointer?) {
    guard let severity = PQresultErrorField(notice, 0x56),
      String(cString: severity) == "WARNING",
      let code = PQresultErrorField(notice, 0x43)
    else { return }
    // A plain warning, an administrator's shutdown, or a cancelled query.
    if ["01000", "57P01", "57014"].contains(String(cString: code)) {
      leftReplicationUncertain = true
    }
  }
}
