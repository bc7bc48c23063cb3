import Foundation
import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@Suite struct PostgreSQLDriverTests {
  let connection: PostgreSQLConnection

  init() throws {
    connection = try PostgreSQLServer.connect()
  }

  /// Values by column type.
  static let values: [(type: String, values: [SQLValue])] = [
    ("boolean", [0, 1]),
    ("int2", [-32_768, 32_767]),
    ("int4", [-2_147_483_648, 2_147_483_647]),
    ("int8", [.integer(.min), .integer(.max)]),
    ("float4", [1.5, .real(-.infinity)]),
    ("float8", [0.1, -0.0, .real(.infinity), 2.5e-308]),
    ("numeric", ["0", "-12345678901234567890.000100", "0.0001", "10000", "NaN", "1.50"]),
    ("numeric", ["100000000", "0.00000001", "-Infinity", "0.00", "99999999.99999999"]),
    ("text", ["", "é𝄞'\\", .text(String(repeating: "long ", count: 10_000))]),
    ("varchar(5)", ["12345"]),
    ("bytea", [.blob([]), .blob([0, 255, 92]), .blob(Array(repeating: 7, count: 100_000))]),
    ("uuid", [.blob(Array(0..<16))]),
    ("timestamptz", [0.0, -978_307_200.0, 0.5, -0.25, 63_113_904_000.0, -63_114_076_800.0]),
    ("timestamptz", [.real(.infinity), .real(-.infinity), 794_000_000.123456]),
  ]

  @Test(arguments: values)
  func valuesComeBackAsTheyWereBound(type: String, values: [SQLValue]) throws {
    let statement = try connection.prepare("SELECT $1::\(type), NULL::\(type)")
    for value in values {
      try statement.bind(value, at: 0)
      #expect(try statement.step())
      #expect(statement.values == [value, .null])
    }
  }

  @Test func valuesAreCarriedOverToTheTypeOfTheParameter() throws {
    func shown(_ type: String, _ value: SQLValue) throws -> SQLValue {
      try connection.value("SELECT $1::\(type)::text", value)
    }
    #expect(try shown("boolean", 1) == "true")
    #expect(try shown("boolean", "no") == "false")
    #expect(try shown("numeric", 7) == "7")
    #expect(try shown("numeric", 1.25) == "1.25")
    #expect(try shown("float8", 3) == "3")
    #expect(try shown("int8", 3.0) == "3")
    #expect(try shown("int8", "12") == "12")
    #expect(
      try shown("uuid", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
        == "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
    )
    #expect(
      try connection.value("SELECT ($1::timestamptz AT TIME ZONE 'UTC')::text", 0.25)
        == "2001-01-01 00:00:00.25"
    )
    #expect(try shown("jsonb", "{\"a\":1}") == "{\"a\": 1}")
  }

  @Test(arguments: [
    ("boolean", SQLValue.integer(2)), ("int2", .integer(32_768)), ("int4", .integer(.max)),
    ("int8", .real(1.5)), ("uuid", .blob([1])), ("timestamptz", .real(.nan)),
    ("timestamptz", .real(1e300)), ("text", .text("a\0b")), ("int4", .text("1\0")),
    ("text", .blob([1])), ("int4", .text("x")),
  ])
  func valuesThatDoNotFitAreRefused(type: String, value: SQLValue) throws {
    let error = #expect(throws: SQLError.self) {
      try connection.value("SELECT $1::\(type)", value)
    }
    #expect(error?.kind == .value)
  }

  /// A connection pooler may give each transaction another connection.
  @Test func preparesNothingWithoutSessionState() throws {
    let connection = try PostgreSQLServer.connect(keepsSessionState: false)
    for (type, values) in Self.values {
      let statement = try connection.prepare("SELECT $1::\(type), NULL::\(type)")
      let other = try connection.prepare("SELECT 1")
      for value in values {
        #expect(try other.step())
        try statement.bind(value, at: 0)
        #expect(try statement.step())
        #expect(statement.values == [value, .null])
        other.reset()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(throws: SQLError.self) { try connection.prepare("SELECT nix") }
    #expect(!connection.isInTransaction)
    #expect(
      try connection.value("SELECT count(*) FROM pg_prepared_statements WHERE name <> ''") == 0
    )
  }

  @Test func columnsOfUnknownTypeAreRefusedWithAWayOut() throws {
    let error = #expect(throws: SQLError.self) {
      try connection.prepare("SELECT '{1}'::int[] AS a")
    }
    #expect(error?.message == "column a has type 1007, whose values the driver cannot read")
    #expect(error?.hint == "cast the column to text")
  }

  @Test func statementsRunManyTimes() throws {
    try connection.begin()
    try connection.execute("CREATE TABLE t (a bigint, b text)")
    let insert = try connection.prepare("INSERT INTO t VALUES ($1, $2)")
    for index in 0..<100 {
      try insert.bind(integer: Int64(index), at: 0)
      try insert.bind(text: "row \(index)", at: 1)
      #expect(try insert.run() == 1)
    }
    let select = try connection.prepare("SELECT a, b FROM t ORDER BY a")
    var sum: Int64 = 0
    while try select.step() {
      #expect(select.text(at: 1) == "row \(select.integer(at: 0))")
      sum += select.integer(at: 0)
    }
    #expect(sum == 4_950)
    #expect(select.changedRows == 0)
    #expect(select.columnNames == ["a", "b"])
    #expect(try connection.run("UPDATE t SET a = 0 WHERE a < $1", 10) == 10)
    #expect(try connection.rows("DELETE FROM t WHERE a = 99 RETURNING a, b") == [[99, "row 99"]])
    try connection.rollBack()
  }

  @Test func statementsThatAreGoneAreFreedOnTheServer() throws {
    for number in 0..<100 {
      #expect(try connection.prepare("SELECT \(number)").step())
    }
    let left = try connection.value("SELECT count(*) FROM pg_prepared_statements")
    guard case .integer(let count) = left else { return #expect(Bool(false)) }
    #expect(count < 20)
  }

  @Test func errorsHaveReasonAndPlace() throws {
    let sql = "SELECT 'é', nix"
    let error = #expect(throws: SQLError.self) { try connection.prepare(sql) }
    #expect(error?.kind == .statement)
    #expect(error?.code == "42703")
    #expect(error?.message == "column \"nix\" does not exist")
    #expect(error?.offset == 13)
    #expect(error?.sql == sql)
    #expect(throws: SQLError.self) { try connection.execute("SELECT\0") }
  }

  @Test func constraintsAreReported() throws {
    try connection.execute(
      """
      CREATE TEMPORARY TABLE t (k bigint PRIMARY KEY, n int NOT NULL, c int CONSTRAINT positive CHECK (c > 0),
        f bigint CONSTRAINT own REFERENCES t);
      INSERT INTO t VALUES (1, 1, 1, NULL);
      """
    )
    func kind(_ values: String) -> (SQLError.Kind?, String?) {
      let error = #expect(throws: SQLError.self) {
        try connection.execute("INSERT INTO t VALUES (\(values))")
      }
      return (error?.kind, error?.constraint)
    }
    #expect(kind("1, 1, 1, NULL") == (.uniqueConstraint, "t_pkey"))
    #expect(kind("2, NULL, 1, NULL") == (.notNullConstraint, nil))
    #expect(kind("2, 1, 0, NULL") == (.checkConstraint, "positive"))
    #expect(kind("2, 1, 1, 9") == (.foreignKeyConstraint, "own"))
  }

  @Test func copyIsRefusedAndTheConnectionLivesOn() throws {
    try connection.execute("CREATE TEMPORARY TABLE t (a int)")
    for sql in ["COPY t FROM STDIN", "COPY t TO STDOUT"] {
      let error = #expect(throws: SQLError.self) { try connection.execute(sql) }
      #expect(error?.kind == .misuse)
    }
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test func hostileIdentifiersAndLiterals() throws {
    let names = [
      "a\"; DROP TABLE x; --", "'", "\"", "\\", "select", "é", "Name", "name", "a b", "$1", "%s",
      "\n", "\u{202E}x", "🏀", "a.b", "\"\u{301}",
    ]
    let dialect = connection.dialect
    let columns = try names.enumerated().map { index, name in
      "\(try dialect.textLiteral(name)) AS \(try dialect.identifier("\(index)" + name))"
    }
    let statement = try connection.prepare("SELECT " + columns.joined(separator: ", "))
    #expect(try statement.step())
    #expect(statement.values == names.map { .text($0) })
    #expect(statement.columnNames == names.enumerated().map { "\($0)\($1)" })
  }
}
