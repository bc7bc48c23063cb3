import CLibPQ
import SQLDriver

// Statements that wait for the server together: libpq's pipeline.
extension PostgreSQLHandle {
  /// Statements that were sent, and whose results were not read yet.
  struct Queue {
    fileprivate var statements: [(sql: String, report: ((Int) -> Void)?)] = []
    fileprivate var byteCount = 0

    var isEmpty: Bool { statements.isEmpty }

    /// The number of statements, and that of bytes, that are sent before results are read.
    fileprivate static let limit = (statements: 500, bytes: 1 << 20)
  }

  /// Sends a statement without waiting for its result.
  func enqueue(
    _ sql: String,
    byteCount: Int,
    _ report: ((Int) -> Void)?,
    _ send: (OpaquePointer) -> Int32
  ) throws(SQLError) {
    let pointer = try open()
    if queue.isEmpty, PQenterPipelineMode(pointer) != 1 { throw sendingFailed(sql) }
    guard send(pointer) == 1 else {
      let error = sendingFailed(sql)
      if queue.isEmpty { PQexitPipelineMode(pointer) }
      throw error
    }
    queue.statements.append((sql, report))
    queue.byteCount += byteCount
    if queue.statements.count >= Queue.limit.statements || queue.byteCount >= Queue.limit.bytes {
      try settle()
    }
  }

  private func sendingFailed(_ sql: String) -> SQLError {
    let message = pointer.map { trimmed(PQerrorMessage($0)) } ?? ""
    return SQLError(isUsable ? .other : .connectionLost, code: "08006", message, sql: sql)
  }

  /// Reads the results of the statements that were sent.
  ///
  /// - Throws: The first error; the statements behind it were not executed.
  func settle() throws(SQLError) {
    if queue.isEmpty { return }
    let pointer = try open()
    let statements = queue.statements
    queue = Queue()
    var failure: SQLError?
    if PQpipelineSync(pointer) != 1 { throw sendingFailed("") }
    for (sql, report) in statements {
      do throws(SQLError) {
        let result = try resultInQueue(pointer, sql: sql)
        defer { PQclear(result) }
        if failure == nil, let result { report?(Self.changedRows(result)) }
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

  /// The result of the next statement in the queue; nil for one that was not executed.
  private func resultInQueue(
    _ pointer: OpaquePointer,
    sql: String
  ) throws(SQLError) -> OpaquePointer? {
    try wait(pointer)
    let result = PQgetResult(pointer)
    // Behind each result stands a null.
    try wait(pointer)
    PQclear(PQgetResult(pointer))
    if PQresultStatus(result) == PGRES_PIPELINE_ABORTED {
      PQclear(result)
      return nil
    }
    return try checked(result, sql: sql)
  }

  private static func changedRows(_ result: OpaquePointer) -> Int {
    PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }
}
