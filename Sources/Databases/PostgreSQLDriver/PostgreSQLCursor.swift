import CLibPQ
import SQLDriver

/// A prepared PostgreSQL statement.
///
/// Rows arrive one by one, so that a large result takes no memory. A command that is sent meanwhile first reads the
/// remaining rows into memory. A query that is expected to have many rows is executed by COPY, whose rows cost less
/// than results of one row each; COPY has no parameters.
final class PostgreSQLCursor: SQLCursor {
  let columnNames: [String]
  private(set) var changedRows = 0

  private let statement: PostgreSQLPrepared
  private let handle: PostgreSQLHandle

  // Accessed for each row or each value: checking access or retaining them would cost more than the value itself.
  private let decoders: UnsafeMutableBufferPointer<PostgreSQLColumnDecoder>
  private var encoder: PostgreSQLParameterEncoder

  /// The batch of executions that are sent together.
  private var batch: (any PostgreSQLBatch)?

  /// The number of rows that each execution inserts.
  private var insertedRows = 0

  /// The current row.
  // A cursor is used by one caller at a time. No access to this or to the unchecked members below is in progress when
  // another begins: they are read and written whole, and their changes call nothing of the cursor.
  @exclusivity(unchecked) private var row: PostgreSQLRow?

  /// The rows that were read to make room for another command, and the result that ended them.
  // As for `row`: elements are added and removed one by one.
  @exclusivity(unchecked) private var waiting: [PostgreSQLRow] = []
  private var waitingError: SQLError?

  // As for `row`.
  @exclusivity(unchecked) private var isReading = false

  /// Whether the rows that are being read are those of COPY.
  // As for `row`.
  @exclusivity(unchecked) private var isCopying = false

  /// Whether the next execution may have many rows.
  private var expectsManyRows = false

  /// The number of rows of the current execution, or of the last one; the greatest number before the first.
  // As for `row`.
  @exclusivity(unchecked) private var rowCount = Int.max

  /// The least number of rows for which COPY, which is planned each time, is faster than the prepared statement.
  private static let manyRows = 1_000

  /// The current execution, if it is traced.
  // As for `row`: only the count of its rows is changed in place.
  @exclusivity(unchecked) private var traced: PostgreSQLHandle.TracedStatement?

  /// The texts of the `numeric` values of the current row.
  private let numerics = PostgreSQLScratch()

  var sql: String { statement.sql }
  var parameterCount: Int { statement.types.count }

  init(_ sql: String, handle: PostgreSQLHandle) throws(SQLError) {
    self.handle = handle
    let name = handle.makeStatementName()
    let description = try Self.describe(sql, as: name, on: handle)
    defer { PQclear(description) }
    statement = PostgreSQLPrepared(
      sql: sql,
      name: name,
      types: (0..<PQnparams(description)).map { PQparamtype(description, $0) }
    )
    encoder = PostgreSQLParameterEncoder(types: statement.types)
    columnNames = (0..<PQnfields(description)).map { column in
      PQfname(description, column).map { String(cString: $0) } ?? ""
    }
    let found: [PostgreSQLColumnDecoder]
    do {
      found = try Self.decoders(for: description, sql: sql)
    } catch {
      handle.abandon(name)
      throw error
    }
    decoders = .allocate(capacity: found.count)
    _ = decoders.initialize(from: found)
  }

  deinit {
    reset()
    (batch as? PostgreSQLArrays)?.abandon(on: handle)
    handle.abandon(statement.name)
    decoders.deallocate()
  }

  /// Lets enqueued executions be sent together.
  func gather(_ write: SQLRowWrite) throws(SQLError) {
    insertedRows = write.kind.insertedRows
    if case .insertion(let columns) = write.kind, try handle.canCopy(into: write.table),
      let copy = PostgreSQLCopy(into: write.table, columns: columns, statement)
    {
      batch = copy
    } else {
      batch = PostgreSQLArrays(write, statement)
    }
  }

  /// Prepares a statement and requests the types of its parameters and columns.
  ///
  /// Both happen in one transaction: between two, a pooler may switch servers, and an unnamed statement would be
  /// lost.
  ///
  /// - Returns: The answer, which the caller must clear.
  private static func describe(
    _ sql: String,
    as name: String,
    on handle: PostgreSQLHandle
  ) throws(SQLError) -> OpaquePointer {
    try handle.settle()
    let connection = try handle.open()
    let needsTransaction = name.isEmpty && PQtransactionStatus(connection) == PQTRANS_IDLE
    if needsTransaction { PQclear(try handle.execute("BEGIN")) }
    defer {
      if needsTransaction, let result = try? handle.execute("ROLLBACK") { PQclear(result) }
    }
    PQclear(
      try handle.checked(handle.answer({ PQsendPrepare($0, name, sql, 0, nil) }), sql: sql)
    )
    do {
      return try handle.checked(handle.answer({ PQsendDescribePrepared($0, name) }), sql: sql)
    } catch {
      handle.abandon(name)
      throw error
    }
  }

  private static func decoders(
    for description: OpaquePointer,
    sql: String
  ) throws(SQLError) -> [PostgreSQLColumnDecoder] {
    var decoders: [PostgreSQLColumnDecoder] = []
    for column in 0..<PQnfields(description) {
      let type = PQftype(description, column)
      guard let decoder = PostgreSQLColumnDecoder(type: type) else {
        let name = PQfname(description, column).map { String(cString: $0) } ?? ""
        var error = SQLError(
          .value,
          code: "type",
          "column \(name) has type \(type), whose values the driver cannot read",
          sql: sql
        )
        error.hint = "cast the column to text"
        throw error
      }
      decoders.append(decoder)
    }
    return decoders
  }

  func expect(_ columns: [SQLExpectation], manyRows: Bool) { expectsManyRows = manyRows }

  // MARK: Deferred executions

  func enqueue(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((_ changedRows: Int) -> Void)?
  ) throws(SQLError) {
    reset()
    handle.counters.countRows(written: 1)
    if let batch {
      if try handle.gather(batch, parameters, report) { return }
    } else {
      try handle.sendBatches()
    }
    try encoder.encode(parameters, sql: sql)
    let statement = self.statement
    try encoder.withArguments { values, lengths, formats throws(SQLError) in
      try handle.enqueue(
        sql,
        byteCount: encoder.byteCount,
        traced: handle.traced(sql, parameters),
        insertedRows: insertedRows,
        report
      ) {
        statement.send($0, values, lengths, formats)
      }
    }
  }

  // MARK: Rows

  func start(_ parameters: UnsafeBufferPointer<SQLCell>) throws(SQLError) {
    reset()
    changedRows = 0
    try encoder.encode(parameters, sql: sql)
    try handle.settle()
    let connection = try handle.open()
    if expectsManyRows, rowCount >= Self.manyRows, parameterCount == 0, !columnNames.isEmpty {
      return try startCopying()
    }
    let statement = self.statement
    let code = try encoder.withArguments { values, lengths, formats throws(SQLError) in
      statement.send(connection, values, lengths, formats)
    }
    guard code == 1 else {
      PQclear(try handle.checked(nil, sql: sql))
      return
    }
    handle.counters.countStatement()
    traced = handle.traced(sql, parameters)
    PQsetSingleRowMode(connection)
    beginReading()
    // A statement without rows is executed when this returns.
    if columnNames.isEmpty { _ = try receive() }
  }

  private func startCopying() throws(SQLError) {
    let copy = "COPY (\(sql)) TO STDOUT (FORMAT binary)"
    handle.counters.countStatement()
    traced = handle.traced(copy)
    do throws(SQLError) {
      let result = try handle.answer { PQsendQuery($0, copy) }
      guard PQresultStatus(result) == PGRES_COPY_OUT else {
        PQclear(try handle.checked(result, sql: copy))
        throw SQLError(.other, code: "copy", "the server sends no rows", sql: copy)
      }
      PQclear(result)
    } catch {
      handle.show(traced)
      traced = nil
      throw error
    }
    isCopying = true
    beginReading()
  }

  private func beginReading() {
    rowCount = 0
    isReading = true
    handle.stream = self
  }

  /// The next row, which the caller must free; nil at the end.
  private func receive() throws(SQLError) -> PostgreSQLRow? {
    guard isReading else { return nil }
    let connection = try handle.open()
    do {
      if isCopying {
        if let row = try handle.copiedRow(
          connection,
          isFirst: rowCount == 0,
          valueCount: columnNames.count
        ) {
          countRow()
          return .copied(row)
        }
        isCopying = false
      }
      while true {
        try handle.wait(connection)
        guard let received = PQgetResult(connection) else { break }
        if PQresultStatus(received) == PGRES_SINGLE_TUPLE {
          countRow()
          return .result(received)
        }
        let result = try handle.checked(received, sql: sql)
        changedRows = Self.changedRows(result)
        handle.counters.countRows(written: changedRows)
        PQclear(result)
      }
    } catch {
      endReading()
      throw error
    }
    endReading()
    return nil
  }

  private func countRow() {
    handle.counters.countRows(read: 1)
    traced?.rows += 1
    rowCount &+= 1
  }

  /// Ends the reading of rows; none is left on the connection.
  private func endReading() {
    isReading = false
    if handle.stream === self { handle.stream = nil }
    if let connection = handle.pointer {
      if isCopying { handle.drainCopy(connection) }
      handle.drain(connection)
    }
    isCopying = false
    handle.show(traced)
    traced = nil
  }

  /// Reads the remaining rows into memory, because the connection is needed for another command.
  func readAhead() {
    while isReading {
      do {
        if let row = try receive() { waiting.append(row) }
      } catch {
        waitingError = error
      }
    }
    waiting.reverse()
  }

  /// The number of changed rows; 0 for a query, whose rows the server counts in the same way.
  private static func changedRows(_ result: OpaquePointer) -> Int {
    guard let status = PQcmdStatus(result) else { return 0 }
    let words = String(cString: status)
    guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: words.hasPrefix) else {
      return 0
    }
    return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  func step(into row: UnsafeMutableBufferPointer<SQLCell>) throws(SQLError) -> Bool {
    try step(into: row, reading: row.count)
  }

  func step(
    into row: UnsafeMutableBufferPointer<SQLCell>,
    reading count: Int
  ) throws(SQLError) -> Bool {
    self.row?.free()
    self.row = nil
    if let next = waiting.popLast() { self.row = next } else { self.row = try receive() }
    guard self.row != nil else {
      if let error = waitingError {
        waitingError = nil
        throw error
      }
      return false
    }
    numerics.removeAll()
    try decode(into: row, 0..<min(count, row.count))
    return true
  }

  func readRest(into row: UnsafeMutableBufferPointer<SQLCell>, from column: Int) {
    // A value that cannot be decoded was found by its type when the statement was prepared.
    try? decode(into: row, column..<row.count)
  }

  private func decode(
    into row: UnsafeMutableBufferPointer<SQLCell>,
    _ columns: Range<Int>
  ) throws(SQLError) {
    switch self.row {
    case .result(let result):
      for column in columns {
        let number = Int32(truncatingIfNeeded: column)
        let count = Int(PQgetlength(result, 0, number))
        if count == 0, PQgetisnull(result, 0, number) != 0 {
          row[column] = .null
          continue
        }
        let start = UnsafeRawPointer(PQgetvalue(result, 0, number))
        let value = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        try write(value, of: column, to: row)
      }
    case .copied(var values):
      for column in columns {
        guard let value = values.next() else { throw unreadable(column) }
        guard let bytes = value else {
          row[column] = .null
          continue
        }
        try write(bytes, of: column, to: row)
      }
      self.row = .copied(values)
    case nil: return
    }
    numerics.writeCells(to: row)
  }

  @inline(__always)
  private func write(
    _ value: UnsafeRawBufferPointer,
    of column: Int,
    to row: UnsafeMutableBufferPointer<SQLCell>
  ) throws(SQLError) {
    let bytes = UnsafeBufferPointer(
      start: value.baseAddress?.assumingMemoryBound(to: UInt8.self),
      count: value.count
    )
    if let cell = decoders[column].cell(bytes) {
      row[column] = cell
    } else if let numeric = PostgreSQLNumeric(bytes) {
      numerics.append(numeric.text, forColumn: column)
    } else {
      throw unreadable(column)
    }
  }

  private func unreadable(_ column: Int) -> SQLError {
    SQLError(
      .value,
      code: "format",
      "column \(columnNames[column]) holds an unreadable value",
      sql: sql
    )
  }

  func reset() {
    row?.free()
    row = nil
    for row in waiting { row.free() }
    waiting.removeAll()
    waitingError = nil
    if isReading { endReading() }
  }
}

extension PostgreSQLHandle {
  /// Frees the connection for another command, if the rows of a statement are being read.
  func finishStream() throws(SQLError) {
    stream?.readAhead()
    stream = nil
  }

  /// Whether COPY can insert into a table: not into views, nor into tables with row policies.
  func canCopy(into table: String) throws(SQLError) -> Bool {
    let name: String
    do { name = try SQLDialect.postgreSQL.textLiteral(table) } catch { return false }
    let sql =
      "SELECT 1 FROM pg_catalog.pg_class WHERE oid = \(name)::regclass AND relkind IN ('r', 'p')"
      + " AND NOT relrowsecurity"
    let result = try checked(answer { PQsendQuery($0, sql) }, sql: sql)
    defer { PQclear(result) }
    return PQntuples(result) == 1
  }
}
