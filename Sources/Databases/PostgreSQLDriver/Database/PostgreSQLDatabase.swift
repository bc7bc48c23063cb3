import SQLDriver

/// A factory of connections to the schema of a store.
package struct PostgreSQLDatabase: Sendable {
  package let address: PostgreSQLAddress
  package let limits: PostgreSQLLimits

  /// The name that the server shows for the program's connections.
  package let applicationName: String

  package init(
    _ address: PostgreSQLAddress,
    limits: PostgreSQLLimits = PostgreSQLLimits(),
    applicationName: String
  ) {
    self.address = address
    self.limits = limits
    self.applicationName = applicationName
  }

  /// Opens a connection whose search path is the schema of the store.
  package func connect() throws(SQLError) -> PostgreSQLConnection {
    var defaults = PostgreSQLOptions.failOverDefaults.filter { $0.name != "connect_timeout" }
    defaults.append(PostgreSQLSetting("connect_timeout", "\(max(2, limits.connectSeconds))"))
    defaults.append(PostgreSQLSetting("fallback_application_name", applicationName))
    let options = PostgreSQLOptions(
      connection: address.connection,
      defaults: defaults,
      lockTimeoutMilliseconds: limits.lockMilliseconds,
      answerTimeoutMilliseconds: limits.answerMilliseconds
    )
    do {
      let connection = try PostgreSQLConnection(options)
      try connection.execute(
        """
        SET search_path = \(quotedSchema());
        SET statement_timeout = \(limits.statementMilliseconds);
        SET cursor_tuple_fraction = 1;
        SET extra_float_digits = 1
        """
      )
      return connection
    } catch {
      throw scrubbed(error)
    }
  }

  /// Throws if a pooler gives each transaction of a connection another session: settings such as the search path and
  /// prepared statements would be lost, or be those of other programs.
  package func requireSession(of connection: PostgreSQLConnection) throws(SQLError) {
    let question = "SELECT pg_catalog.pg_backend_pid()"
    let process = try connection.lastRow(of: question).first
    guard process != "\(connection.processNumber)" else { return }
    // While this transaction holds the session that was used last, another one would be taken.
    let other = try connect()
    defer { other.close() }
    try other.execute("BEGIN")
    _ = try other.lastRow(of: question)
    guard try connection.lastRow(of: question).first != process else { return }
    throw SQLError(
      .cannotConnect,
      code: "pooler",
      "the pooler gives each transaction another session; a store needs one for each connection"
        + " (pool_mode = session)"
    )
  }

  /// The same database, for a store in another schema of it.
  package func replacingSchema(by schema: String) -> Self {
    PostgreSQLDatabase(
      address.replacingSchema(by: schema),
      limits: limits,
      applicationName: applicationName
    )
  }

  package func quotedSchema() throws(SQLError) -> String {
    do {
      return try SQLDialect.postgreSQL.identifier(address.schema)
    } catch {
      throw SQLError(.statement, code: "schema", "the name of the schema cannot be used: \(error)")
    }
  }

  /// Whether the schema exists.
  package func hasSchema(on connection: PostgreSQLConnection) throws(SQLError) -> Bool {
    let count = try connection.value(
      "SELECT count(*) FROM pg_catalog.pg_namespace WHERE nspname = $1::text",
      .text(address.schema)
    )
    return count != .integer(0)
  }

  /// Throws unless the role of a connection may use the schema.
  package func requireUsage(of connection: PostgreSQLConnection) throws(SQLError) {
    guard try connection.value("SELECT pg_catalog.current_schema()::text") == .null else { return }
    throw SQLError(
      .permission,
      code: "42501",
      "the role lacks the privilege USAGE on the schema \(address.schema)"
    )
  }

  /// Creates the schema.
  ///
  /// - Returns: Whether it was missing.
  package func createSchema(on connection: PostgreSQLConnection) throws -> Bool {
    try exclusively(on: connection) {
      if try hasSchema(on: connection) { return false }
      try connection.execute("CREATE SCHEMA IF NOT EXISTS \(quotedSchema())")
      return true
    }
  }

  /// Runs a body in a transaction while no other program creates or migrates the store.
  ///
  /// The transaction sees what others have committed while it waited, whatever the role's default isolation level is.
  package func exclusively<Result>(
    on connection: PostgreSQLConnection,
    _ body: () throws -> Result
  ) throws -> Result {
    try connection.transaction {
      // The transaction of a migration in stages is idle for as long as these take.
      try connection.execute(
        """
        SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
        SET LOCAL idle_in_transaction_session_timeout = 0
        """
      )
      try connection.run(
        "SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended($1::text, 0))",
        .text("coredata:" + address.schema)
      )
      return try body()
    }
  }

  /// The error without the secrets of the address.
  package func scrubbed(_ error: SQLError) -> SQLError {
    var error = error
    error.message = address.scrubbed(error.message)
    error.detail = error.detail.map(address.scrubbed)
    error.hint = error.hint.map(address.scrubbed)
    return error
  }
}

/// The timeouts of a store.
package struct PostgreSQLLimits: Sendable, Hashable {
  /// For connecting to each host of the address.
  package var connectSeconds: Int32 = 2

  /// For a lock that another transaction holds; 0 for no limit.
  package var lockMilliseconds: Int32 = 5_000

  /// For a statement, which the server then cancels; 0 for no limit.
  package var statementMilliseconds: Int32 = 0

  /// For any answer, after which the connection is abandoned.
  package var answerMilliseconds: Int32 = 60_000

  /// For finding out whether a commit happened whose answer was lost.
  package var settlementMilliseconds: Int32 = 30_000

  package init() {}
}
