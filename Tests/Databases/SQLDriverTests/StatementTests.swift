import SQLDriver
import Testing

@Suite struct StatementTests {
  static let values: [SQLValue] = [
    .null, 0, -1, .integer(.max), .integer(.min), 1.5, .real(-.infinity), "", "é\0x",
    .text(String(repeating: "long ", count: 1_000)), .blob([]), .blob([0, 255]),
    .blob(Array(repeating: 7, count: 5_000)),
  ]

  @Test func parametersComeBackAsTheyWereBound() throws {
    let statement = SQLStatement(cursor: ScriptedCursor(parameterCount: Self.values.count))
    try statement.bind(Self.values)
    #expect(try statement.step())
    #expect(statement.values == Self.values)
    #expect(try !statement.step())
  }

  /// The bytes of parameters share one buffer; each new value may move or overlap the others.
  @Test func parametersSurviveManyBindings() throws {
    let statement = SQLStatement(cursor: ScriptedCursor(parameterCount: 4))
    var expected: [SQLValue] = Array(repeating: .null, count: 4)
    var random = SystemRandomNumberGenerator()
    for round in 0..<2_000 {
      let index = Int.random(in: 0..<4, using: &random)
      let length = Int.random(in: 0...(round % 100 == 0 ? 20_000 : 40), using: &random)
      expected[index] =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .text(String(repeating: "\(round % 10)", count: length))
        case 1: .blob(Array(repeating: UInt8(round % 256), count: length))
        case 2: .integer(Int64(round))
        default: .null
        }
      try statement.bind(expected[index], at: index)
      if round % 7 == 0 {
        #expect(try statement.step())
        try #require(statement.values == expected)
      }
    }
  }

  @Test("Large parameters are released, small ones stay for the next execution")
  func largeParametersAreReleased() throws {
    let statement = SQLStatement(cursor: ScriptedCursor(parameterCount: 2))
    func values() throws -> [SQLValue] {
      #expect(try statement.step())
      return statement.values
    }
    try statement.bind([5, "text"])
    statement.releaseLargeBindings()
    #expect(try values() == [5, "text"])
    try statement.bind([6, .blob(Array(repeating: 1, count: 1 << 20))])
    #expect(try values().first == 6)
    statement.releaseLargeBindings()
    #expect(try values() == [.null, .null])
    try statement.bind([7, "again"])
    #expect(try values() == [7, "again"])
  }

  @Test func nothingIsReadWithoutARow() throws {
    let statement = SQLStatement(cursor: ScriptedCursor(parameterCount: 2))
    try statement.bind([5, "text"])
    func expectNothing() {
      #expect(statement.values == [.null, .null])
      #expect(statement.optionalInteger(at: 0) == nil)
      #expect(statement.text(at: 1) == "")
      #expect(!statement.isOnRow)
    }
    expectNothing()
    #expect(try statement.step())
    #expect(statement.integer(at: 0) == 5)
    try statement.bind(6, at: 0)
    expectNothing()
    #expect(try statement.step())
    #expect(try !statement.step())
    expectNothing()
  }

  @Test func columnsAreReadAsAskedFor() throws {
    let statement = SQLStatement(cursor: ScriptedCursor(parameterCount: 5))
    try statement.bind([3, 4.0, 4.5, "5", .blob([0x41])])
    #expect(try statement.step())
    #expect((0..<5).map { statement.optionalInteger(at: $0) } == [3, 4, nil, nil, nil])
    #expect((0..<5).map { statement.optionalReal(at: $0) } == [3, 4, 4.5, nil, nil])
    #expect((0..<5).map { statement.optionalText(at: $0) } == [nil, nil, nil, "5", nil])
    #expect((0..<5).map { statement.optionalBlob(at: $0) } == [nil, nil, nil, [0x35], [0x41]])
    #expect((0..<5).map { statement.withBytes(at: $0) { $0.count } } == [0, 0, 0, 1, 1])
    #expect(statement.kind(at: 4) == .blob)
    #expect(statement.isNull(at: 5) && statement.isNull(at: -1))
  }

  @Test func wrongParametersAreRefused() throws {
    let statement = SQLStatement(cursor: ScriptedCursor(parameterCount: 1))
    #expect(throws: SQLError.self) { try statement.bind([1, 2]) }
    #expect(throws: SQLError.self) { try statement.bind(1, at: 1) }
    #expect(throws: SQLError.self) { try statement.bindNull(at: -1) }
  }

  @Test func anErrorEndsTheExecution() throws {
    let cursor = ScriptedCursor(parameterCount: 1)
    cursor.rowCount = 3
    cursor.failingRow = 1
    let statement = SQLStatement(cursor: cursor)
    #expect(try statement.step())
    #expect(throws: SQLError(.busy, code: "script", "scripted failure", sql: "ECHO")) {
      try statement.step()
    }
    #expect(!statement.isActive && !statement.isOnRow)
    #expect(cursor.log == ["start", "step", "step", "reset"])
  }

  @Test func theCacheGivesOutIdleStatementsOnly() throws {
    var cache = SQLStatementCache(capacity: 4)
    let statement = SQLStatement(cursor: ScriptedCursor(sql: "A", parameterCount: 1))
    cache.keep(statement)
    try statement.bind(1, at: 0)
    #expect(cache.idleStatement(for: "A") === statement)
    #expect(try statement.step())
    #expect(statement.isNull(at: 0), "the parameters of a cached statement are cleared")
    #expect(cache.idleStatement(for: "A") == nil)
    statement.reset()
    for name in ["B", "C", "D"] {
      cache.keep(SQLStatement(cursor: ScriptedCursor(sql: name)))
    }
    #expect(cache.idleStatement(for: "A") != nil)
    cache.keep(SQLStatement(cursor: ScriptedCursor(sql: "E")))
    #expect(cache.idleStatement(for: "B") == nil, "the one that was not used for longest is gone")
    #expect(["A", "C", "D", "E"].allSatisfy { cache.idleStatement(for: $0) != nil })
    cache.removeAll()
    #expect(cache.idleStatement(for: "E") == nil, "not even the one that was used last")
  }
}
