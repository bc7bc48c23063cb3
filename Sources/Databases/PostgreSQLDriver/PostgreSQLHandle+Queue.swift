import CLibPQ
import SQLDriver

// Statements that are sent without waiting for their results: libpq's pipeline.
extension PostgreSQLHandle {
  /// Statements that were sent, and whose results were not read yet.
  struct Queue {
    fileprivate var statements: [Statement] = []

    fileprivate struct Statement {
      let sql: String
      let traced: TracedStatement?
      let insertedRows: Int
      let report: (([OpaquePointer]) -> Void)?
    }

    fileprivate var byteCount = 0

    var isEmpty: Bool { statements.isEmpty }

    /// The limits on statements and bytes that are sent before results are read.
    fileprivate static let limit = (statements: 500, bytes: 1 << 20)
  }

  /// Sends a statement without waiting for its result; `report` receives the number of rows that it changed.
  func enqueue(
    _ sql: String,
    byteCount: Int,
    traced: TracedStatement?,
    insertedRows: Int = 0,
    _ report: ((Int) -> Void)?,
    _ send: (OpaquePointer) -> Int32
  ) throws(SQLError) {
    let full = report.map { report in
      { (results: [OpaquePointer]) in report(results.last.map(Self.changedRows) ?? 0) }
    }
    try enqueue(
      sql,
      byteCount: byteCount,
      traced: traced,
      insertedRows: insertedRows,
      results: full,
      send
    )
  }

  /// Sends a statement that inserts at least `insertedRows` rows if it succeeds, without waiting for its results,
  /// which are passed to `report` and valid only during the call.
  func enqueue(
    _ sql: String,
    byteCount: Int,
    traced: TracedStatement?,
    insertedRows: Int = 0,
    results report: (([OpaquePointer]) -> Void)?,
    _ send: (OpaquePointer) -> Int32
  ) throws(SQLError) {
    try finishStream()
    let pointer = try open()
    if queue.isEmpty, PQenterPipelineMode(pointer) != 1 { throw sendingFailed(sql) }
    guard send(pointer) == 1 else {
      let error = sendingFailed(sql)
      if queue.isEmpty { PQexitPipelineMode(pointer) }
      throw error
    }
    counters.countStatement()
    queue.statements.append(
      Queue.Statement(sql: sql, traced: traced, insertedRows: insertedRows, report: report)
    )
    queue.byteCount += byteCount
    if queue.statements.count >= Queue.limit.statements || queue.byteCount >= Queue.limit.bytes {
      try settleQueue()
    }
  }

  private func sendingFailed(_ sql: String) -> SQLError {
    let message = pointer.map { trimmed(PQerrorMessage($0)) } ?? ""
    return SQLError(isUsable ? .other : .connectionLost, code: "08006", message, sql: sql)
  }

  /// Sends the collected rows, and reads the results of everything that was sent.
  ///
  /// - Throws: The first error; the statements after it were not executed.
  func settle() throws(SQLError) {
    try finishStream()
    if !batches.isEmpty || copying != nil {
      do { try sendBatches() } catch {
        // The first error may belong to an earlier statement.
        try settleQueue()
        throw error
      }
    }
    try settleQueue()
  }

  /// Reads the results of the statements in the pipeline.
  func settleQueue() throws(SQLError) {
    if queue.isEmpty { return }
    let pointer = try open()
    let statements = queue.statements
    queue = Queue()
    var failure: SQLError?
    if PQpipelineSync(pointer) != 1 { throw sendingFailed("") }
    for statement in statements {
      do throws(SQLError) {
        let results = try resultsInQueue(pointer, sql: statement.sql)
        defer { for result in results { PQclear(result) } }
        if failure == nil, let last = results.last {
          let count = Self.changedRows(last)
          if count < statement.insertedRows {
            throw .leftOut(
              statement.insertedRows - count,
              of: statement.insertedRows,
              statement.sql
            )
          }
          statement.report?(results)
        }
        show(statement.traced)
      } catch {
        guard isUsable else { throw error }
        failure = failure ?? error
      }
    }
    try wait(pointer)
    PQclear(PQgetResult(pointer))
    PQexitPipelineMode(pointer)
    if let failure { throw failure }
  }

  /// The results of the next statement in the queue; empty if it was not executed.
  ///
  /// If the previous statement's rows were read one by one, there is a result for each row and one more: libpq leaves
  /// single-row mode only later.
  private func resultsInQueue(
    _ pointer: OpaquePointer,
    sql: String
  ) throws(SQLError) -> [OpaquePointer] {
    var results: [OpaquePointer] = []
    var failure: SQLError?
    while failure == nil || isUsable {
      try wait(pointer)
      // A null follows the last result.
      guard let result = PQgetResult(pointer) else { break }
      switch PQresultStatus(result) {
      case PGRES_PIPELINE_ABORTED: PQclear(result)
      case PGRES_SINGLE_TUPLE: results.append(result)
      default:
        do throws(SQLError) { results.append(try checked(result, sql: sql)) } catch {
          failure = error
        }
      }
    }
    guard let failure else { return results }
    for result in results { PQclear(result) }
    throw failure
  }

  static func changedRows(_ result: OpaquePointer) -> Int {
    PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }
}
