import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@Suite struct PostgreSQLTransactionTests {
  @Test func transactionsNest() throws {
    struct Stop: Error {}
    let connection = try PostgreSQLServer.connect()
    try connection.execute("CREATE TEMPORARY TABLE t (a int UNIQUE)")
    try connection.transaction {
      try connection.run("INSERT INTO t VALUES (1)")
      #expect(throws: SQLError.self) {
        try connection.transaction { try connection.run("INSERT INTO t VALUES (1)") }
      }
      try connection.run("INSERT INTO t VALUES (2)")
    }
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (3)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.rows("SELECT a FROM t ORDER BY a") == [[1], [2]])
  }

  /// The server reports success for such a commit.
  @Test func theCommitOfAFailedTransactionFails() throws {
    let connection = try PostgreSQLServer.connect()
    try connection.begin()
    #expect(throws: SQLError.self) { try connection.execute("SELECT nix") }
    let next = #expect(throws: SQLError.self) { try connection.execute("SELECT 1") }
    #expect(next?.kind == .rolledBack)
    let error = #expect(throws: SQLError.self) { try connection.commit() }
    #expect(error?.kind == .rolledBack)
    #expect(!connection.isInTransaction)
  }

  @Test func deferredConstraintsFailTheCommit() throws {
    let connection = try PostgreSQLServer.connect()
    try connection.execute(
      """
      CREATE TEMPORARY TABLE t (k int PRIMARY KEY,
        f int REFERENCES t DEFERRABLE INITIALLY DEFERRED)
      """
    )
    try connection.begin()
    try connection.run("INSERT INTO t VALUES (1, 2)")
    let error = #expect(throws: SQLError.self) { try connection.commit() }
    #expect(error?.kind == .foreignKeyConstraint)
    #expect(!connection.isInTransaction)
  }

  @Test func aReadTransactionRefusesChanges() throws {
    let connection = try PostgreSQLServer.connect()
    try connection.begin(.read)
    let error = #expect(throws: SQLError.self) { try connection.execute("CREATE TABLE nix ()") }
    #expect(error?.kind == .notPrimary)
    try connection.rollBack()
  }

  @Test func locksTimeOut() throws {
    let first = try PostgreSQLServer.connect()
    let second = try PostgreSQLServer.connect(lockTimeoutMilliseconds: 20)
    try first.begin()
    try first.execute("SELECT pg_advisory_xact_lock(4711)")
    let error = #expect(throws: SQLError.self) {
      try second.execute("SELECT pg_advisory_lock(4711)")
    }
    #expect(error?.kind == .busy)
    try first.rollBack()
  }

  /// The server then reports success, with a warning.
  @Test func aCommitThatNoStandbyConfirmsIsUncertain() throws {
    let connection = try PostgreSQLServer.connect()
    try connection.execute("CREATE TABLE IF NOT EXISTS uncertain (a int)")
    try connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    defer {
      try? connection.execute("DROP TABLE uncertain")
      try? connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
      try? connection.execute("SELECT pg_reload_conf()")
    }
    try connection.execute("SELECT pg_reload_conf()")
    // The server's processes reload the setting one after the other.
    var error: SQLError?
    for _ in 0..<200 where error == nil {
      try connection.execute("TRUNCATE uncertain")
      try connection.begin()
      try connection.execute("SET LOCAL synchronous_commit = on")
      try connection.run("INSERT INTO uncertain VALUES (1)")
      do {
        try Self.interrupting(connection) { try connection.commit() }
        usleep(10_000)
      } catch let failure as SQLError {
        error = failure
      }
    }
    #expect(error?.kind == .commitUncertain)
    #expect(error?.remedy == .findOut)
    #expect(try connection.value("SELECT count(*) FROM uncertain") == 1)
  }

  /// Runs a closure while repeatedly interrupting the connection.
  private static func interrupting(
    _ connection: PostgreSQLConnection,
    _ body: () throws -> Void
  ) throws {
    let interrupter = connection.interrupter
    let isDone = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    let thread = Thread {
      while isDone.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
        interrupter.interrupt()
      }
      hasEnded.signal()
    }
    thread.start()
    defer {
      isDone.signal()
      hasEnded.wait()
    }
    try body()
  }

  @Test func otherWarningsAreIgnored() throws {
    let connection = try PostgreSQLServer.connect()
    try connection.begin()
    try connection.execute("DO 'BEGIN RAISE WARNING ''hear, hear''; END'")
    try connection.commit()
  }

  @Test func interruptionStopsAStatement() throws {
    let connection = try PostgreSQLServer.connect()
    let interrupter = connection.interrupter
    let thread = Thread {
      usleep(100_000)
      interrupter.interrupt()
    }
    thread.start()
    let error = #expect(throws: SQLError.self) { try connection.execute("SELECT pg_sleep(20)") }
    #expect(error?.kind == .interrupted)
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test func aLostConnectionIsReported() throws {
    let victim = try PostgreSQLServer.connect()
    let killer = try PostgreSQLServer.connect()
    let statement = try victim.prepare("SELECT 1")
    guard case .integer(let process) = try victim.value("SELECT pg_backend_pid()") else { return }
    try killer.execute("SELECT pg_terminate_backend(\(process), 5000)")
    let error = #expect(throws: SQLError.self) { try statement.step() }
    #expect(error?.kind == .connectionLost)
    #expect(error?.remedy == .reconnect)
    let commit = #expect(throws: SQLError.self) { try victim.commit() }
    #expect(commit?.kind == .connectionLost)
    #expect(!victim.isInTransaction)
  }

  @Test("A server that does not answer in time loses the connection")
  func deadline() throws {
    let connection = try PostgreSQLServer.connect(answerTimeoutMilliseconds: 200)
    let statement = try connection.prepare("SELECT pg_sleep($1)")
    try statement.bind([0.01])
    #expect(try statement.step())
    try statement.bind([600.0])
    let start = ContinuousClock.now
    let error = #expect(throws: SQLError.self) { try statement.step() }
    #expect(error?.kind == .connectionLost && error?.code == "timeout")
    #expect(error?.remedy == .reconnect)
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(!connection.isUsable && !connection.isInTransaction)
  }

  @Test("A commit that is not answered in time is uncertain")
  func uncertainDeadline() throws {
    let connection = try PostgreSQLServer.connect(answerTimeoutMilliseconds: 200)
    try connection.execute(
      """
      CREATE TEMPORARY TABLE slow (a int);
      CREATE FUNCTION pg_temp.wait() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_sleep(30); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION pg_temp.wait()
      """
    )
    try connection.begin()
    try connection.run("INSERT INTO slow VALUES (1)")
    let error = #expect(throws: SQLError.self) { try connection.commit() }
    #expect(error?.kind == .commitUncertain && error?.remedy == .findOut)
  }

  @Test func aClosedConnectionRefusesEverything() throws {
    let connection = try PostgreSQLServer.connect()
    let statement = try connection.prepare("SELECT 1")
    let interrupter = connection.interrupter
    connection.close()
    connection.close()
    interrupter.interrupt()
    #expect(throws: SQLError.self) { try statement.step() }
    #expect(throws: SQLError.self) { try connection.execute("SELECT 1") }
    #expect(connection.serverVersion == 0)
  }

  @Test func unreachableServersAreReported() {
    let places = ["host=/nowhere", "host=127.0.0.1 port=1", "nonsense", "a\0b", "postgres://[::"]
    for place in places {
      let error = #expect(throws: SQLError.self) {
        try PostgreSQLConnection(PostgreSQLOptions(connection: place))
      }
      #expect(error?.kind == .cannotConnect)
      #expect(error?.message.isEmpty == false)
    }
  }
}
