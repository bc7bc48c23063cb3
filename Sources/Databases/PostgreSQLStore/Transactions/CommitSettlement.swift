import Files
import FoundationEssentials
import PostgreSQLDriver
import SQLDriver

/// Finds out whether a transaction happened whose commit was not answered.
package struct CommitSettlement {
  private let database: PostgreSQLDatabase
  private let term: ServerTerm

  /// The process that was to commit.
  private let process: ServerProcess?

  package init(
    _ database: PostgreSQLDatabase,
    term: ServerTerm,
    process: ServerProcess? = nil
  ) {
    self.database = database
    self.term = term
    self.process = process
  }

  /// Returns whether the transaction with an ID happened; if not, it never will.
  ///
  /// A refusal takes the place of the transaction's own marker: whichever is written first stays, and the other
  /// cannot be written. A transaction that is still in progress is waited for briefly.
  ///
  /// A transaction that is found is confirmed by another commit: a server that has just replicated that one has
  /// replicated the first one too.
  ///
  /// - Parameters:
  ///   - id: The ID of the transaction.
  ///   - endsProcess: Whether to terminate the process that was to commit, if the transaction is still in progress.
  /// - Returns: Whether it happened.
  /// - Throws: An `SQLError` for as long as the outcome is not known.
  package func happened(_ id: UUID, endsProcess: Bool = false) throws -> Bool {
    let connection = try database.connect()
    defer { connection.close() }
    try term.check(connection)
    if try refuse(id, over: connection, endsProcess: endsProcess) { return false }
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

  /// Takes the place of a transaction's marker.
  ///
  /// - Returns: Whether there was no marker.
  private func refuse(
    _ id: UUID,
    over connection: PostgreSQLConnection,
    endsProcess: Bool
  ) throws -> Bool {
    do { return try insertRefusal(id, over: connection) } catch let error as SQLError {
      guard error.kind == .busy, endsProcess, let process else { throw error }
      try process.end(over: connection)
      return try insertRefusal(id, over: connection)
    }
  }

  private func insertRefusal(_ id: UUID, over connection: PostgreSQLConnection) throws -> Bool {
    let count: Int = try connection.transaction {
      try connection.execute("SET LOCAL lock_timeout = \(lockMilliseconds)")
      return try connection.run(
        "INSERT INTO coredata_transaction (id, refused) VALUES ($1, true) ON CONFLICT DO NOTHING",
        .blob(id.bytes)
      )
    }
    return count == 1
  }

  /// The time to wait for the transaction, within which the server must answer anyway.
  private var lockMilliseconds: Int32 {
    let answer = database.limits.answerMilliseconds
    return answer > 0 ? min(2_000, max(100, answer / 2)) : 2_000
  }

  /// The least and the greatest number of seconds to wait for the process that was to commit.
  private static let waitingTime = 1.0...5.0

  /// Returns if the transaction happened.
  ///
  /// A process that is still committing is terminated after a while.
  ///
  /// - Throws: ``SQLError/Kind/connectionLost`` if nothing was written, ``SQLError/Kind/commitUncertain`` if no
  ///   server could tell in time.
  func settle(_ id: UUID, after error: SQLError) throws {
    let time = Double(database.limits.settlementMilliseconds) / 1_000
    let deadline = Date(timeIntervalSinceNow: time)
    let waitingTime = min(max(time / 3, Self.waitingTime.lowerBound), Self.waitingTime.upperBound)
    let end = Date(timeIntervalSinceNow: waitingTime)
    var pause: UInt32 = 50_000
    while true {
      do {
        if try happened(id, endsProcess: Date() >= end) { return }
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
  /// The 16 bytes in order.
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
