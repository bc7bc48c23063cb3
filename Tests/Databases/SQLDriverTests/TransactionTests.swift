import SQLDriver
import Testing

@Suite struct TransactionTests {
  struct Stop: Error {}

  @Test func kindsAreSpelledByTheDialect() throws {
    let connection = ScriptedConnection()
    #expect(try connection.transaction { 5 } == 5)
    try connection.transaction(.read) {}
    #expect(connection.executed == ["TOUCH", "COMMIT", "LOOK", "COMMIT"])
  }

  @Test func anErrorRollsBack() {
    let connection = ScriptedConnection()
    #expect(throws: Stop.self) { try connection.transaction { throw Stop() } }
    #expect(connection.executed == ["TOUCH", "ROLLBACK"])
  }

  /// SQLite rolls back a transaction by itself when the disk is full.
  @Test func aTransactionThatIsOverIsNotRolledBackAgain() {
    let connection = ScriptedConnection()
    #expect(throws: Stop.self) {
      try connection.transaction {
        connection.isInTransaction = false
        throw Stop()
      }
    }
    #expect(connection.executed == ["TOUCH"])
  }

  @Test func aFailedCommitRollsBack() {
    let connection = ScriptedConnection()
    connection.failing = ["COMMIT"]
    #expect(throws: SQLError.self) { try connection.transaction {} }
    #expect(connection.executed == ["TOUCH", "COMMIT", "ROLLBACK"])
  }

  @Test func aTransactionInsideAnotherIsASavepoint() throws {
    let connection = ScriptedConnection()
    try connection.transaction {
      try connection.transaction {}
      #expect(throws: Stop.self) { try connection.transaction { throw Stop() } }
    }
    #expect(
      connection.executed == [
        "TOUCH", "SAVEPOINT «nested»", "RELEASE SAVEPOINT «nested»", "SAVEPOINT «nested»",
        "ROLLBACK TO SAVEPOINT «nested»", "RELEASE SAVEPOINT «nested»", "COMMIT",
      ]
    )
  }

  @Test func everyKindOfErrorHasARemedy() {
    func kinds(_ remedy: SQLError.Remedy) -> [SQLError.Kind] {
      SQLError.Kind.allCases.filter { SQLError($0, code: "", "").remedy == remedy }
    }
    #expect(kinds(.retry) == [.busy, .serialization])
    #expect(kinds(.reconnect) == [.cannotConnect, .connectionLost, .notPrimary])
    #expect(kinds(.findOut) == [.commitUncertain])
  }

  @Test func errorsShowNecessaryDetails() {
    var error = SQLError(.uniqueConstraint, code: "23505", "no", sql: "INSERT")
    error.detail = "Key exists"
    error.hint = "choose another"
    #expect(
      error.description == """
        no (uniqueConstraint, 23505)
        detail: Key exists
        hint: choose another
        statement: INSERT
        """
    )
    error.sql = String(repeating: "x", count: 1_000_000)
    error.offset = 500_000
    #expect(error.description.utf8.count < 3_000)
    error.offset = 2_000_000
    #expect(error.description.utf8.count < 3_000)
  }
}
