import CLibPQ
import SQLDriver

/// A prepared PostgreSQL statement.
final class PostgreSQLCursor: SQLCursor {
  let sql: String
  let columnNames: [String]
  private(set) var changedRows = 0

  private let name: String
  private let handle: PostgreSQLHandle
  private let decoders: [PostgreSQLColumnDecoder]
  private var encoder: PostgreSQLParameterEncoder
  private let parameterTypes: [UInt32]

  /// All rows of the execution; libpq keeps them in memory.
  private var result: OpaquePointer?
  private var nextRow: Int32 = 0
  private var rowCount: Int32 = 0

  /// The texts of the `numeric` values of the present row.
  private let numerics = PostgreSQLScratch()

  var parameterCount: Int { parameterTypes.count }

  init(_ sql: String, handle: PostgreSQLHandle) throws(SQLError) {
    self.sql = sql
    self.handle = handle
    name = handle.makeStatementName()
    let description = try Self.describe(sql, as: name, on: handle)
    defer { PQclear(description) }
    parameterTypes = (0..<PQnparams(description)).map { PQparamtype(description, $0) }
    encoder = PostgreSQLParameterEncoder(types: parameterTypes)
    columnNames = (0..<PQnfields(description)).map { column in
      PQfname(description, column).map { String(cString: $0) } ?? ""
    }
    do {
      decoders = try Self.decoders(for: description, sql: sql)
    } catch {
      handle.abandon(name)
      throw error
    }
  }

  deinit {
    PQclear(result)
    handle.abandon(name)
  }

  /// Prepares a statement and asks what its parameters and columns are.
  ///
  /// One without a name could be gone between the two, were they not in one transaction.
  ///
  /// - Returns: the answer, which the caller must clear.
  private static func describe(
    _ sql: String,
    as name: String,
    on handle: PostgreSQLHandle
  ) throws(SQLError) -> OpaquePointer {
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

  func expect(_ columns: [SQLExpectation]) {}

  func start(_ parameters: UnsafeBufferPointer<SQLCell>) throws(SQLError) {
    reset()
    try encoder.encode(parameters, sql: sql)
    let count = Int32(truncatingIfNeeded: parameters.count)
    let answer = try encoder.withArguments {
      values,
      lengths,
      formats throws(SQLError) -> OpaquePointer? in
      try handle.answer {
        name.isEmpty
          ? PQsendQueryParams($0, sql, count, parameterTypes, values, lengths, formats, 1)
          : PQsendQueryPrepared($0, name, count, values, lengths, formats, 1)
      }
    }
    let result = try handle.checked(answer, sql: sql)
    self.result = result
    rowCount = PQntuples(result)
    nextRow = 0
    changedRows = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    if isQuery(result) { changedRows = 0 }
  }

  func enqueue(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    _ report: ((_ changedRows: Int) -> Void)?
  ) throws(SQLError) {
    reset()
    try encoder.encode(parameters, sql: sql)
    let count = Int32(truncatingIfNeeded: parameters.count)
    try encoder.withArguments { values, lengths, formats throws(SQLError) in
      try handle.enqueue(sql, byteCount: encoder.byteCount, report) {
        name.isEmpty
          ? PQsendQueryParams($0, sql, count, parameterTypes, values, lengths, formats, 1)
          : PQsendQueryPrepared($0, name, count, values, lengths, formats, 1)
      }
    }
  }

  /// The server counts the rows of a query as it counts changed ones.
  private func isQuery(_ result: OpaquePointer) -> Bool {
    guard let status = PQcmdStatus(result) else { return false }
    let words = String(cString: status)
    return !["INSERT", "UPDATE", "DELETE", "MERGE"].contains { words.hasPrefix($0) }
  }

  func step(into row: UnsafeMutableBufferPointer<SQLCell>) throws(SQLError) -> Bool {
    guard let result, nextRow < rowCount else { return false }
    numerics.removeAll()
    for column in row.indices {
      let number = Int32(truncatingIfNeeded: column)
      guard PQgetisnull(result, nextRow, number) == 0 else {
        row[column] = .null
        continue
      }
      let bytes = contents(of: result, column: number)
      if let cell = decoders[column].cell(bytes) {
        row[column] = cell
      } else if let numeric = PostgreSQLNumeric(bytes) {
        numerics.append(numeric.text, forColumn: column)
      } else {
        throw SQLError(
          .value,
          code: "format",
          "column \(columnNames[column]) holds an unreadable value",
          sql: sql
        )
      }
    }
    numerics.writeCells(to: row)
    nextRow += 1
    return true
  }

  private func contents(of result: OpaquePointer, column: Int32) -> UnsafeBufferPointer<UInt8> {
    let count = Int(PQgetlength(result, nextRow, column))
    guard let start = PQgetvalue(result, nextRow, column) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
      count: count
    )
  }

  func reset() {
    PQclear(result)
    result = nil
    rowCount = 0
    nextRow = 0
  }
}
