import FoundationEssentials
import PostgreSQLDriver
import SQLDriver

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Finds out whether a transaction happened whose commit was not answered.
package struct CommitSettlement {
  private let database: PostgreSQLDatabase
  private let term: ServerTerm

  package init(_ database: PostgreSQLDatabase, term: ServerTerm) {
    self.database = database
    self.term = term
  }

  /// Whether the transaction with an ID happened; if not, it never will.
  ///
  /// A marker that is refused takes the place of the transaction's own: whichever is there first is there for good,
  /// and the other cannot be written. A transaction that is still under way is waited for.
  ///
  /// A transaction that is found is confirmed by another commit: a server that has just replicated that one has
  /// replicated the first one too.
  ///
  /// - Throws: An `SQLError` for as long as it cannot be said.
  package func happened(_ id: UUID) throws -> Bool {
    let connection = try database.connect()
    defer { connection.close() }
    try term.check(connection)
    let count: Int = try connection.transaction {
      try connection.execute("SET LOCAL lock_timeout = '2s'")
      return try connection.run(
        "INSERT INTO coredata_transaction (id, refused) VALUES ($1, true) ON CONFLICT DO NOTHING",
        .blob(id.bytes)
      )
    }
    if count == 1 { return false }
    let refused = try connection.value(
      "SELECT refused FROM coredata_transaction WHERE id = $1",
      .blob(id.bytes)
    )
    if refused == .integer(1) { return false }
    _ = try connection.transaction {
      try connection.run(
        "UPDATE coredata_transaction SET confirmed = true WHERE id = $1",
        .blob(id.bytes)
      )
    }
    return true
  }

  /// Returns if the transaction happened.
  ///
  /// - Throws: ``SQLError/Kind/connectionLost`` if nothing was written, ``SQLError/Kind/commitUncertain`` if no server
  ///   could say it in time.
  func settle(_ id: UUID, after error: SQLError) throws {
    let deadline = Date(
      timeIntervalSinceNow: Double(database.limits.settlementMilliseconds) / 1_000
    )
    var pause: UInt32 = 50_000
    while true {
      do {
        if try happened(id) { return }
        throw NothingWritten()
      } catch is NothingWritten {
        var lost = error
        lost.kind = .connectionLost
        lost.message =
          "the transaction was not committed, and nothing was written: \(error.message)"
        throw lost
      } catch {
        guard Date() < deadline else { break }
        usleep(pause)
        pause = min(pause * 2, 1_000_000)
      }
    }
    var uncertain = error
    uncertain.kind = .commitUncertain
    uncertain.code = "coredata-uncertain"
    uncertain.detail = id.uuidString
    throw uncertain
  }

  private struct NothingWritten: Error {}
}

extension UUID {
  /// The 16 bytes in their order.
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
