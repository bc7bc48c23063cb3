import PostgreSQLDriver
import PostgreSQLServer
import SQLDriver
import Testing

@Suite("Rows that are written together") struct PostgreSQLRowWriteTests {
  let connection: PostgreSQLConnection

  init() throws {
    connection = try PostgreSQLServer.connect()
    try connection.execute(
      """
      CREATE TEMPORARY TABLE t (
        k bigint PRIMARY KEY, v bigint DEFAULT 1, "the text" text UNIQUE, b boolean, i smallint, j integer, d float8,
        f float4, n numeric, m timestamptz, u uuid, x bytea, CHECK (i < 30000)
      )
      """
    )
  }

  private static let columns = [
    "k", "\"the text\"", "b", "i", "j", "d", "f", "n", "m", "u", "x",
  ]

  private let insertion = SQLRowWrite("t", .insertion(columns: Self.columns))

  private func values(_ number: Int) -> [SQLValue] {
    if number % 5 == 0 {
      return [.integer(Int64(number))] + Self.columns.dropFirst().map { _ in .null }
    }
    return [
      .integer(Int64(number)), .text("ä\(number)"), .integer(Int64(number % 2)),
      .integer(Int64(-number % 30_000)), .integer(Int64(number) << 8), .real(Double(number) / 3),
      .real(Double(number) / 4), .text("-\(number)000.0\(number)0"), .real(Double(number) + 0.25),
      .blob(Array(repeating: UInt8(truncatingIfNeeded: number), count: 16)),
      .blob(Array(repeating: 0, count: number % 7)),
    ]
  }

  private func rows() throws -> [[SQLValue]] {
    let names = Self.columns.joined(separator: ", ")
    return try connection.rows("SELECT \(names) FROM t ORDER BY k")
  }

  @Test("Insertions of few and of many rows", arguments: [1, 2, 15, 16, 40, 5_000])
  func insertions(count: Int) throws {
    let statement = try connection.prepare(insertion)
    var reported = 0
    for number in 0..<count {
      try statement.bind(values(number))
      try statement.enqueue { reported += $0 }
    }
    let found = try rows()
    #expect(found == (0..<count).map(values))
    #expect(reported == count)
    // The same statement by itself.
    try statement.bind(values(count))
    #expect(try statement.run() == 1)
  }

  @Test("Rows of two tables that take turns, and statements between them")
  func turns() throws {
    try connection.execute("CREATE TEMPORARY TABLE o (k bigint, a text)")
    let first = try connection.prepare(insertion)
    let second = try connection.prepare(SQLRowWrite("o", .insertion(columns: ["k", "a"])))
    let filler = String(repeating: "x", count: 300)
    for number in 0..<3_000 {
      try first.bind(values(number))
      try first.enqueue()
      try second.bind([.integer(Int64(number)), .text(filler)])
      try second.enqueue()
      if number == 1_000 {
        #expect(try connection.value("SELECT count(*) FROM t") == 1_001)
        try connection.run("DELETE FROM o WHERE k = 3")
      }
    }
    try connection.settle()
    #expect(try connection.value("SELECT count(*) FROM t") == 3_000)
    #expect(try connection.value("SELECT count(*) FROM o") == 2_999)
  }

  @Test("Statements are executed in the order of the requests")
  func order() throws {
    let insert = try connection.prepare(
      SQLRowWrite("t", .insertion(columns: ["k", "\"the text\""]))
    )
    let delete = try connection.prepare(SQLRowWrite("t", .deletion(matching: ["k"])))
    let update = try connection.prepare(
      SQLRowWrite("t", .update(columns: ["\"the text\""], matching: ["k"]))
    )
    for round in 0..<3 {
      for number in 0..<100 {
        try insert.bind([.integer(Int64(number)), .text("\(number)")])
        try insert.enqueue()
      }
      try connection.settle()
      for number in 0..<100 {
        try update.bind([.text("new \(number)"), .integer(Int64(number))])
        try update.enqueue()
      }
      // A text that earlier rows have.
      for number in 100..<200 {
        try insert.bind([.integer(Int64(number)), .text("\(number - 100)")])
        try insert.enqueue()
      }
      #expect(try connection.value("SELECT count(*) FROM t") == 200, "round \(round)")
      for number in 0..<200 {
        try delete.bind([.integer(Int64(number))])
        try delete.enqueue()
      }
    }
    try connection.settle()
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
  }

  @Test("Updates and deletions say which rows they have found", arguments: [1, 3, 4_500])
  func reports(count: Int) throws {
    try connection.execute("INSERT INTO t (k, v) SELECT n, n % 3 FROM generate_series(0, 4999) n")
    let expected = (0..<count).map { $0 % 3 == 1 ? 1 : 0 }
    for kind in [
      SQLRowWrite.Kind.update(columns: ["j"], cleared: ["x"], matching: ["k", "COALESCE(v, 0)"]),
      .deletion(matching: ["k", "v"]),
    ] {
      let statement = try connection.prepare(SQLRowWrite("t", kind))
      var counts: [Int?] = Array(repeating: nil, count: count)
      // Rows that are read in single-row mode just before.
      let reading = try connection.prepare("SELECT * FROM generate_series(1, 3)")
      try reading.run()
      for number in 0..<count {
        let key = SQLValue.integer(Int64(number))
        try statement.bind(statement.parameterCount == 3 ? [7, key, 1] : [key, 1])
        try statement.enqueue { counts[number] = $0 }
      }
      try connection.settle()
      #expect(counts == expected.map(Optional.some))
    }
    let left = 5_000 - expected.reduce(0, +)
    #expect(try connection.value("SELECT count(*) FROM t") == .integer(Int64(left)))
  }

  @Test("Statements with arrays behind rows that were read one by one")
  func afterStream() throws {
    try connection.execute("INSERT INTO t (k) SELECT generate_series(0, 99)")
    let reading = try connection.prepare("SELECT * FROM generate_series(1, 3)")
    let update = try connection.prepare(
      SQLRowWrite("t", .update(columns: ["j"], matching: ["k"]))
    )
    for round in 0..<3 {
      try reading.run()
      var counts = 0
      for number in 0..<200 {
        try update.bind([.integer(Int64(round)), .integer(Int64(number))])
        try update.enqueue { counts += $0 }
      }
      try connection.settle()
      #expect(counts == 100)
    }
  }

  @Test("Insertions of objects that may exist already")
  func insertionsIfAbsent() throws {
    try connection.execute("INSERT INTO t (k) VALUES (3), (77)")
    let write = SQLRowWrite("t", .insertionIfAbsent(columns: ["k", "j"]))
    for number in 0..<100 {
      try connection.write(write, .integer(Int64(number)), 5)
    }
    #expect(try connection.value("SELECT count(*) FROM t") == 100)
    #expect(try connection.value("SELECT count(*) FROM t WHERE j IS NULL") == 2)
    var counts: [Int] = []
    let statement = try connection.prepare(write)
    for key in [5, 500] as [SQLValue] {
      try statement.bind([key, .null])
      try statement.enqueue { counts.append($0) }
    }
    try connection.settle()
    // For rows inserted in one batch, it is not known which one existed.
    #expect(counts == [0, 0])
    counts = []
    for key in [6, 501, 502, 503] as [SQLValue] {
      try statement.bind([key, .null])
      try statement.enqueue { counts.append($0) }
      if key == 6 { try connection.settle() }
    }
    try connection.settle()
    #expect(counts == [0, 1, 1, 1])
  }

  @Test("An insertion that a trigger leaves out is an error", arguments: [1, 10, 20_000])
  func leftOut(count: Int) throws {
    try connection.execute(
      """
      CREATE FUNCTION pg_temp.leave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.k = \(count / 2) THEN RETURN NULL; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER theirs BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION pg_temp.leave()
      """
    )
    let statement = try connection.prepare(SQLRowWrite("t", .insertion(columns: ["k", "i"])))
    try connection.begin()
    let error = #expect(throws: SQLError.self) {
      for number in 0..<count {
        try statement.bind([.integer(Int64(number)), 1])
        try statement.enqueue()
      }
      try connection.settle()
    }
    #expect(error?.kind == .leftOut)
    try connection.rollBack()
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
  }

  /// The number of rows, of which the middle one is rejected; it determines how they are sent.
  @Test("A row that the database refuses", arguments: [3, 100, 20_000])
  func refusals(count: Int) throws {
    let cases: [(SQLError.Kind, [SQLValue])] = [
      (.uniqueConstraint, [1, 5]), (.checkConstraint, [.integer(-1), 30_000]),
      (.notNullConstraint, [.null, 5]),
    ]
    let statement = try connection.prepare(SQLRowWrite("t", .insertion(columns: ["k", "i"])))
    for (kind, row) in cases {
      try connection.begin()
      let error = #expect(throws: SQLError.self) {
        for number in 0..<count {
          try statement.bind([.integer(Int64(number)), 1])
          try statement.enqueue()
          if number == count / 2 {
            try statement.bind(row)
            try statement.enqueue()
          }
        }
        try connection.settle()
      }
      #expect(error?.kind == kind)
      if kind == .uniqueConstraint {
        #expect(error?.constraint == "t_pkey")
        #expect(error?.detail?.contains("(1)") == true)
      }
      #expect(connection.isInTransaction)
      try connection.rollBack()
      #expect(try connection.value("SELECT count(*) FROM t") == 0)
    }
  }

  @Test(
    "A rolled back transaction is not written, and the connection stays usable",
    arguments: [3, 20_000]
  )
  func takenBack(count: Int) throws {
    let statement = try connection.prepare(SQLRowWrite("t", .insertion(columns: ["k", "i"])))
    try connection.begin()
    for _ in 0..<count {
      // All rows except the first are rejected.
      try statement.bind([1, 1])
      try? statement.enqueue()
    }
    try connection.rollBack()
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
    try statement.bind([1, 1])
    try statement.enqueue()
    try connection.settle()
    #expect(try connection.value("SELECT count(*) FROM t") == 1)
  }

  @Test("A value that does not fit is refused, and one without a binary format goes as a text")
  func formats() throws {
    let statement = try connection.prepare(SQLRowWrite("t", .insertion(columns: ["k", "i", "n"])))
    let update = try connection.prepare(
      SQLRowWrite("t", .update(columns: ["v", "n"], matching: ["k"]))
    )
    let numbers: [SQLValue] = ["1e3", "NaN", 7, 0.5, "+1.50", "-0.000", "00012345678.9", ".5"]
    for (number, value) in numbers.enumerated() {
      try statement.bind([.integer(Int64(number)), "12", value])
      try statement.enqueue()
    }
    try statement.bind([100, 40_000, .null])
    #expect(throws: SQLError.self) { try statement.enqueue() }
    try statement.bind([100, 1, "x"])
    #expect(throws: SQLError.self) {
      try statement.enqueue()
      try connection.settle()
    }
    for (number, value) in numbers.enumerated() {
      try statement.bind([.integer(Int64(number)), "12", value])
      try statement.enqueue()
    }
    let texts: [SQLValue] = ["1000", "NaN", "7", "0.5", "1.50", "0.000", "12345678.9", "0.5"]
    #expect(try connection.rows("SELECT n FROM t ORDER BY k").map { $0[0] } == texts)
    for (number, value) in numbers.enumerated() {
      try update.bind(["5", value, .integer(Int64(number))])
      try update.enqueue()
      try update.bind([6, .null, .integer(Int64(100 + number))])
      try update.enqueue()
      try update.bind([6, value, .integer(Int64(number))])
      try update.enqueue()
    }
    #expect(try connection.rows("SELECT n FROM t WHERE v = 6 ORDER BY k").map { $0[0] } == texts)
  }

  @Test("A table with policies for its rows, and a view, take the rows of many objects too")
  func withoutCopy() throws {
    try connection.execute(
      """
      CREATE TEMPORARY TABLE p (k bigint, a text);
      ALTER TABLE p ENABLE ROW LEVEL SECURITY;
      CREATE TEMPORARY VIEW w AS SELECT * FROM p
      """
    )
    for table in ["p", "w"] {
      let statement = try connection.prepare(SQLRowWrite(table, .insertion(columns: ["k", "a"])))
      var reported = 0
      for number in 0..<3_000 {
        try statement.bind([.integer(Int64(number)), "x"])
        try statement.enqueue { reported += $0 }
      }
      try connection.settle()
      #expect(reported == 3_000)
    }
    #expect(try connection.value("SELECT count(*) FROM p") == 6_000)
  }

  @Test("Large values")
  func largeValues() throws {
    let statement = try connection.prepare(SQLRowWrite("t", .insertion(columns: ["k", "x"])))
    let update = try connection.prepare(SQLRowWrite("t", .update(columns: ["x"], matching: ["k"])))
    let bytes = [UInt8](repeating: 7, count: 1_000_000)
    for number in 0..<20 {
      try statement.bind([.integer(Int64(number)), .blob(bytes)])
      try statement.enqueue()
    }
    #expect(try connection.value("SELECT sum(length(x)) FROM t") == 20_000_000)
    for number in 0..<20 {
      try update.bind([.blob(bytes + [1]), .integer(Int64(number))])
      try update.enqueue()
    }
    #expect(try connection.value("SELECT sum(length(x)) FROM t") == 20_000_020)
  }

  @Test("Without state on the server between transactions")
  func pooled() throws {
    let connection = try PostgreSQLServer.connect(keepsSessionState: false)
    try connection.execute("CREATE TEMPORARY TABLE q (k bigint PRIMARY KEY, a text)")
    let insert = try connection.prepare(SQLRowWrite("q", .insertion(columns: ["k", "a"])))
    let update = try connection.prepare(SQLRowWrite("q", .update(columns: ["a"], matching: ["k"])))
    var counts = 0
    for number in 0..<3_000 {
      try insert.bind([.integer(Int64(number)), "x"])
      try insert.enqueue()
      try update.bind(["y", .integer(Int64(number * 2))])
      try update.enqueue { counts += $0 }
    }
    try connection.settle()
    #expect(try connection.value("SELECT count(*) FROM q") == 3_000)
    #expect(try connection.value("SELECT count(*) FROM q WHERE a = 'y'") == .integer(Int64(counts)))
  }
}
