/// A connection to a database.
///
/// A connection and its statements belong to one thread at a time; drivers take no locks.
package protocol SQLConnection: AnyObject {
  var dialect: SQLDialect { get }

  /// The counters of the connection's work.
  var counters: SQLCounters { get }

  /// Whether a transaction is in progress.
  var isInTransaction: Bool { get }

  /// Runs all statements of a text, and drops any rows that they return.
  func execute(_ sql: String) throws(SQLError)

  /// Compiles a statement. The text must hold exactly one.
  func prepare(_ sql: String) throws(SQLError) -> SQLStatement

  /// Returns a cached statement that is not in use, or compiles a new one and caches it.
  func cached(_ sql: String) throws(SQLError) -> SQLStatement

  /// Compiles a statement that writes one row; enqueued executions may be sent together.
  func prepare(_ write: SQLRowWrite) throws(SQLError) -> SQLStatement

  /// Returns a cached statement that writes one row and is not in use, or compiles a new one and caches it.
  func cached(_ write: SQLRowWrite) throws(SQLError) -> SQLStatement

  /// Whether enqueued statements are sent to a server without waiting for each result.
  var isQueueing: Bool { get }

  /// Waits for the enqueued statements.
  func settle() throws(SQLError)

  /// Begins a transaction.
  func begin(_ kind: SQLTransactionKind) throws(SQLError)

  /// Commits the transaction.
  ///
  /// - Throws: ``SQLError/Kind/commitUncertain`` if it is not known whether it happened.
  func commit() throws(SQLError)

  /// Stops the running statement, which then fails with ``SQLError/Kind/interrupted``. It is the only member that
  /// other threads may use.
  var interrupter: any SQLInterrupter { get }

  /// Frees memory that the connection keeps for later statements, unless a statement is using it.
  func releaseMemory()

  /// Closes the connection. Its statements fail from then on.
  func close()
}

extension SQLConnection {
  package func releaseMemory() {}

  package var isQueueing: Bool { false }

  package func settle() throws(SQLError) {}

  package func begin(_ kind: SQLTransactionKind) throws(SQLError) {
    switch kind {
    case .read: try execute(dialect.beginRead)
    case .write: try execute(dialect.beginWrite)
    }
  }

  /// Begins a writing transaction.
  package func begin() throws(SQLError) { try begin(.write) }

  /// Rolls the transaction back.
  package func rollBack() throws(SQLError) {
    try execute("ROLLBACK")
  }

  /// Runs the body in a transaction, which is rolled back if the body throws.
  ///
  /// Inside another transaction a savepoint is set instead.
  package func transaction<Result>(
    _ kind: SQLTransactionKind = .write,
    _ body: () throws -> Result
  ) throws -> Result {
    if isInTransaction { return try savepoint(body) }
    try begin(kind)
    let result: Result
    do {
      result = try body()
    } catch {
      // The caller needs the error of the body, and the database may have rolled back already.
      if isInTransaction { try? rollBack() }
      throw error
    }
    do {
      try commit()
    } catch {
      if isInTransaction { try? rollBack() }
      throw error
    }
    return result
  }

  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    let name = try dialect.identifier("nested")
    try execute("SAVEPOINT \(name)")
    do {
      let result = try body()
      try execute("RELEASE SAVEPOINT \(name)")
      return result
    } catch {
      if isInTransaction {
        try? execute("ROLLBACK TO SAVEPOINT \(name)")
        try? execute("RELEASE SAVEPOINT \(name)")
      }
      throw error
    }
  }

  /// Runs one statement with parameters, and returns the number of rows that it changed.
  @discardableResult
  package func run(_ sql: String, _ parameters: SQLValue...) throws(SQLError) -> Int {
    try run(sql, parameters: parameters)
  }

  /// Runs one statement with a list of parameters, and returns the number of rows that it changed.
  @discardableResult
  package func run(_ sql: String, parameters: [SQLValue]) throws(SQLError) -> Int {
    let statement = try cached(sql)
    try statement.bind(parameters)
    return try statement.run()
  }

  /// All rows of one statement; for small results (the hot path steps by itself).
  package func rows(_ sql: String, _ parameters: SQLValue...) throws(SQLError) -> [[SQLValue]] {
    try rows(sql, parameters: parameters)
  }

  /// All rows of one statement with a list of parameters.
  package func rows(_ sql: String, parameters: [SQLValue]) throws(SQLError) -> [[SQLValue]] {
    let statement = try cached(sql)
    try statement.bind(parameters)
    defer { statement.reset() }
    var result: [[SQLValue]] = []
    while try statement.step() {
      result.append(statement.values)
    }
    return result
  }

  /// The first column of the first row, or null without a row.
  package func value(_ sql: String, _ parameters: SQLValue...) throws(SQLError) -> SQLValue {
    try value(sql, parameters: parameters)
  }

  /// The first column of the first row of a statement with a list of parameters, or null without a row.
  package func value(_ sql: String, parameters: [SQLValue]) throws(SQLError) -> SQLValue {
    let statement = try cached(sql)
    try statement.bind(parameters)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : .null
  }
}

/// The purpose of a transaction.
package enum SQLTransactionKind: Sendable, Hashable {
  /// Reads only, from one snapshot of the database.
  case read
  /// Writes; where a database has one writer at a time, the transaction becomes that writer at once.
  case write
}

/// Stops the running statement of a connection.
///
/// It has no effect on a connection that is idle or closed.
package protocol SQLInterrupter: Sendable {
  func interrupt()
}
