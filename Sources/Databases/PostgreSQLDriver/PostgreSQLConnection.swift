import CLibPQ
import SQLDriver

/// A connection to a PostgreSQL database, or to one that speaks its protocol.
package final class PostgreSQLConnection: SQLConnection {
  package let dialect = SQLDialect.postgreSQL

  let handle: PostgreSQLHandle
  private var cache = SQLStatementCache()

  package init(_ options: PostgreSQLOptions) throws(SQLError) {
    handle = try PostgreSQLHandle(options)
    guard options.keepsSessionState else { return }
    try execute("SET lock_timeout = \(options.lockTimeoutMilliseconds)")
    // With the setting off, a backslash in a literal would be an escape character.
    try execute("SET standard_conforming_strings = on")
    try execute("SET client_min_messages = warning")
  }

  /// The version of the server: the major version times 10,000 and the minor one.
  package var serverVersion: Int {
    handle.pointer.map { Int(PQserverVersion($0)) } ?? 0
  }

  /// The number of the server process that the server gave when the connection was made; a pooler gives another one.
  package var processNumber: Int { handle.pointer.map { Int(PQbackendPID($0)) } ?? 0 }

  package var isInTransaction: Bool {
    guard let pointer = handle.pointer else { return false }
    // `changedRows` is not known while rows are being read.
    handle.stream?.readAhead()
    let status = PQtransactionStatus(pointer)
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE
  }

  /// Whether the connection is open and has not ended.
  package var isUsable: Bool { handle.isUsable }

  /// Whether the server answers within a time; if not, the connection is abandoned.
  package func answers(within milliseconds: Int32) -> Bool {
    let usual = handle.answerMilliseconds
    defer { handle.answerMilliseconds = usual }
    handle.answerMilliseconds = usual > 0 ? min(usual, milliseconds) : milliseconds
    return (try? execute("SELECT 1")) != nil
  }

  package var counters: SQLCounters { handle.counters }

  package var interrupter: any SQLInterrupter { handle.interrupter }

  package func execute(_ sql: String) throws(SQLError) {
    try refuseNUL(sql)
    PQclear(try handle.execute(sql))
  }

  /// Runs all statements of a text.
  ///
  /// - Returns: The first row of the last statement as texts; empty if it returns no rows.
  package func lastRow(of sql: String) throws(SQLError) -> [String?] {
    try refuseNUL(sql)
    let result = try handle.execute(sql)
    defer { PQclear(result) }
    guard PQntuples(result) > 0 else { return [] }
    return (0..<PQnfields(result)).map { column in
      PQgetisnull(result, 0, column) == 1
        ? nil : PQgetvalue(result, 0, column).map { String(cString: $0) }
    }
  }

  package func prepare(_ sql: String) throws(SQLError) -> SQLStatement {
    try refuseNUL(sql)
    handle.freeAbandonedStatements()
    return SQLStatement(cursor: try PostgreSQLCursor(sql, handle: handle))
  }

  package func cached(_ sql: String) throws(SQLError) -> SQLStatement {
    if let statement = cache.idleStatement(for: sql) { return statement }
    let statement = try prepare(sql)
    cache.keep(statement)
    return statement
  }

  package func prepare(_ write: SQLRowWrite) throws(SQLError) -> SQLStatement {
    let sql = dialect.placing(write.text)
    try refuseNUL(sql)
    handle.freeAbandonedStatements()
    let cursor = try PostgreSQLCursor(sql, handle: handle)
    try cursor.gather(write)
    return SQLStatement(cursor: cursor)
  }

  package func cached(_ write: SQLRowWrite) throws(SQLError) -> SQLStatement {
    if let statement = cache.idleStatement(for: dialect.placing(write.text)) { return statement }
    let statement = try prepare(write)
    cache.keep(statement)
    return statement
  }

  /// Success of the command is not success of the transaction: the server answers the commit of a failed transaction
  /// with `ROLLBACK`, and that of one whose replication was not confirmed with a warning.
  package func commit() throws(SQLError) {
    let sql = "COMMIT"
    // A failure before the commit is sent leaves no doubt about its outcome.
    try handle.settle()
    let connection = try handle.open()
    guard PQstatus(connection) == CONNECTION_OK else {
      throw SQLError(.connectionLost, code: "08006", trimmed(PQerrorMessage(connection)), sql: sql)
    }
    handle.notices.clear()
    let result: OpaquePointer
    do {
      result = try handle.execute(sql)
    } catch var error {
      if error.kind == .connectionLost { error.kind = .commitUncertain }
      throw error
    }
    defer { PQclear(result) }
    if let status = PQcmdStatus(result), String(cString: status) == "ROLLBACK" {
      throw SQLError(
        .rolledBack,
        code: "25P02",
        "the transaction had failed, and was rolled back",
        sql: sql
      )
    }
    if handle.notices.leftReplicationUncertain {
      throw SQLError(
        .commitUncertain,
        code: "01000",
        "the transaction is committed on one server, and may not have reached the others",
        sql: sql
      )
    }
  }

  package var isQueueing: Bool { true }

  package func settle() throws(SQLError) { try handle.settle() }

  /// Takes the notifications that have arrived with the answers to statements.
  ///
  /// - Returns: Their payloads.
  package func takeNotifications() -> [String] {
    guard let pointer = handle.pointer else { return [] }
    var payloads: [String] = []
    while let notification = PQnotifies(pointer) {
      payloads.append(trimmed(notification.pointee.extra))
      PQfreemem(notification)
    }
    return payloads
  }

  package func close() {
    cache.removeAll()
    handle.close()
  }

  private func refuseNUL(_ sql: String) throws(SQLError) {
    if sql.utf8.contains(0) {
      throw SQLError(.misuse, code: "statements", "a statement cannot contain U+0000", sql: sql)
    }
  }
}
