import CLibPQ
import Files
import SQLDriver

/// The C connection, which lives until it is closed or its last statement is freed.
final class PostgreSQLHandle {
  // Read and written whole by the one caller that uses the connection.
  @exclusivity(unchecked) private(set) var pointer: OpaquePointer?
  let interrupter: PostgreSQLInterrupter
  let notices: PostgreSQLNotices
  let counters = SQLCounters()

  /// The observer of the statements.
  var tracer: ((SQLTrace) -> Void)?

  /// Whether statements have names on the server.
  let keepsStatements: Bool

  /// The timeout for an answer, in milliseconds; 0 for none.
  var answerMilliseconds: Int32

  /// Statements that are freed here but not yet on the server.
  private var abandoned: [String] = []
  private var statementCount = 0

  /// The statements whose results were not read yet.
  var queue = Queue()

  /// The batches of collected rows that were not sent yet, in the order of their first rows.
  var batches: [any PostgreSQLBatch] = []

  /// The batch whose COPY is in progress.
  var copying: PostgreSQLCopy?
  var copySQL = ""
  var copiedRows = 0
  var copyTrace: TracedStatement?

  /// The statement whose rows are being read.
  weak var stream: PostgreSQLCursor?

  init(_ options: PostgreSQLOptions) throws(SQLError) {
    if let reason = libpq_load() {
      var error = SQLError(.cannotConnect, code: "libpq", String(cString: reason))
      error.hint = "install libpq5, the library of PostgreSQL's clients"
      throw error
    }
    let pointer = try Self.connect(options)
    self.pointer = pointer
    keepsStatements = options.keepsSessionState
    answerMilliseconds = options.answerTimeoutMilliseconds
    interrupter = PostgreSQLInterrupter(pointer)
    notices = PostgreSQLNotices()
    PQsetNoticeReceiver(
      pointer,
      { context, result in
        guard let context else { return }
        Unmanaged<PostgreSQLNotices>.fromOpaque(context).takeUnretainedValue().receive(result)
      },
      Unmanaged.passUnretained(notices).toOpaque()
    )
    // Sending must not block on a server that does not read.
    PQsetnonblocking(pointer, 1)
  }

  deinit {
    close()
  }

  /// The connection string is the last parameter and is expanded in its place (`expand_dbname`), so that it overrides
  /// the defaults.
  private static func connect(_ options: PostgreSQLOptions) throws(SQLError) -> OpaquePointer {
    var settings = options.defaults
    settings.append(PostgreSQLSetting("client_encoding", "UTF8"))
    settings.append(PostgreSQLSetting("dbname", options.connection))
    guard !settings.contains(where: { $0.name.utf8.contains(0) || $0.value.utf8.contains(0) })
    else {
      throw SQLError(
        .cannotConnect,
        code: "connection",
        "a connection string cannot contain U+0000"
      )
    }
    let pointer = withCStrings(settings.map(\.name)) { names in
      withCStrings(settings.map(\.value)) { values in
        PQconnectdbParams(names, values, 1)
      }
    }
    guard let pointer else {
      throw SQLError(.cannotConnect, code: "memory", "libpq has no memory for a connection")
    }
    guard PQstatus(pointer) == CONNECTION_OK else {
      defer { PQfinish(pointer) }
      throw SQLError(.cannotConnect, code: "08001", trimmed(PQerrorMessage(pointer)))
    }
    return pointer
  }

  func close() {
    guard let pointer else { return }
    for batch in batches { batch.removeAll() }
    batches.removeAll()
    copying = nil
    queue = Queue()
    interrupter.end()
    self.pointer = nil
    PQfinish(pointer)
  }

  func open() throws(SQLError) -> OpaquePointer {
    guard let pointer else {
      throw SQLError(.misuse, code: "closed", "the connection is closed")
    }
    return pointer
  }

  /// A name for a statement on the server; empty for one that is not kept there.
  func makeStatementName() -> String {
    guard keepsStatements else { return "" }
    statementCount += 1
    return "s\(statementCount)"
  }

  /// Records a statement that is no longer needed.
  ///
  /// It is not freed at once, because a failed transaction accepts no command.
  func abandon(_ statement: String) {
    if statement.isEmpty { return }
    abandoned.append(statement)
  }

  /// Frees the statements that are no longer needed, if the connection is idle.
  func freeAbandonedStatements() {
    guard let pointer, abandoned.count >= 16 else { return }
    let status = PQtransactionStatus(pointer)
    guard status == PQTRANS_IDLE || status == PQTRANS_INTRANS else { return }
    let text = abandoned.map { "DEALLOCATE \($0)" }.joined(separator: ";")
    abandoned.removeAll()
    if let result = try? answer({ PQsendQuery($0, text) }) { PQclear(result) }
  }

  /// Whether statements can be sent.
  var isUsable: Bool { pointer.map { PQstatus($0) == CONNECTION_OK } ?? false }

  /// Runs the statements of a text.
  ///
  /// - Returns: The result of the last one, which the caller must clear.
  func execute(_ sql: String) throws(SQLError) -> OpaquePointer {
    // A rollback ignores errors of queued statements, and discards rows that were not sent.
    if sql == "ROLLBACK" {
      discardBatches()
      try? settleQueue()
    }
    counters.countStatement()
    let traced = traced(sql)
    defer { show(traced) }
    return try checked(try answer({ PQsendQuery($0, sql) }), sql: sql)
  }

  /// Sends a command after all deferred work, and waits for its last result.
  func answer(_ send: (OpaquePointer) -> Int32) throws(SQLError) -> OpaquePointer? {
    try settle()
    return try exchange(send)
  }

  /// Sends a command, and waits for its last result.
  ///
  /// A frozen server keeps its connections alive, so that only a deadline ends the wait.
  func exchange(_ send: (OpaquePointer) -> Int32) throws(SQLError) -> OpaquePointer? {
    let pointer = try open()
    return send(pointer) == 1 ? try lastResult(pointer) : nil
  }

  /// The last result of the command, or the one with which a COPY begins.
  func lastResult(_ pointer: OpaquePointer) throws(SQLError) -> OpaquePointer? {
    var last: OpaquePointer?
    while true {
      do { try wait(pointer) } catch {
        PQclear(last)
        throw error
      }
      guard let next = PQgetResult(pointer) else { return last }
      PQclear(last)
      last = next
      switch PQresultStatus(next) {
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH: return last
      default: break
      }
    }
  }

  /// Reads and clears the remaining results.
  func drain(_ pointer: OpaquePointer) {
    if let result = try? lastResult(pointer) { PQclear(result) }
  }

  /// Prepares a statement for parameters of some types.
  func prepare(_ sql: String, _ types: [UInt32]) throws(SQLError) -> PostgreSQLPrepared {
    let name = makeStatementName()
    if !name.isEmpty {
      try settleQueue()
      let count = Int32(truncatingIfNeeded: types.count)
      PQclear(try checked(exchange { PQsendPrepare($0, name, sql, count, types) }, sql: sql))
    }
    return PostgreSQLPrepared(sql: sql, name: name, types: types)
  }

  /// Waits until the next result has arrived, or the connection has ended.
  func wait(_ pointer: OpaquePointer) throws(SQLError) {
    // Usually it has arrived; then the clock is not read.
    guard PQisBusy(pointer) == 1 else { return }
    let deadline = self.deadline
    while true {
      let unsent = PQflush(pointer)
      guard unsent >= 0, PQisBusy(pointer) == 1 else { return }
      guard try poll(pointer, forSending: unsent > 0, until: deadline) else { return }
    }
  }

  /// Waits for the next message of a COPY to this program.
  ///
  /// - Returns: The message, which the caller must free; nil after the last one, or if the connection has ended.
  func receiveCopy(
    _ pointer: OpaquePointer
  ) throws(SQLError) -> (message: UnsafeMutablePointer<CChar>, count: Int)? {
    var message: UnsafeMutablePointer<CChar>?
    // Usually it has arrived; then the clock is not read.
    lazy var deadline = self.deadline
    while true {
      let count = PQgetCopyData(pointer, &message, 1)
      if count > 0, let message { return (message, Int(count)) }
      guard count == 0, try poll(pointer, forSending: false, until: deadline) else { return nil }
    }
  }

  /// Waits until everything is sent, or the connection has ended.
  func flush(_ pointer: OpaquePointer) throws(SQLError) {
    guard PQflush(pointer) > 0 else { return }
    let deadline = self.deadline
    while PQflush(pointer) > 0 {
      guard try poll(pointer, forSending: true, until: deadline) else { return }
    }
  }

  /// The time at which a server that has not answered is abandoned.
  private var deadline: Int64 {
    answerMilliseconds > 0 ? Self.milliseconds + Int64(answerMilliseconds) : .max
  }

  /// Waits for the server, and reads what it has sent.
  ///
  /// - Returns: Whether the connection has not ended.
  private func poll(
    _ pointer: OpaquePointer,
    forSending: Bool,
    until deadline: Int64
  ) throws(SQLError) -> Bool {
    let left = deadline == .max ? -1 : max(0, deadline - Self.milliseconds)
    var descriptor = pollfd()
    descriptor.fd = PQsocket(pointer)
    descriptor.events = Int16(POLLIN) | (forSending ? Int16(POLLOUT) : 0)
    let count = Self.poll(&descriptor, Int32(clamping: left))
    if count == 0 {
      close()
      throw SQLError(
        .connectionLost,
        code: "timeout",
        "the server has not answered within \(answerMilliseconds) ms; the connection was closed"
      )
    }
    guard count > 0, descriptor.revents & ~Int16(POLLOUT) != 0 else { return true }
    return PQconsumeInput(pointer) != 0
  }

  // The function of the system, whose name is that of a method here.
  private static func poll(_ descriptor: inout pollfd, _ milliseconds: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.poll(&descriptor, 1, milliseconds)
    #else
      Glibc.poll(&descriptor, 1, milliseconds)
    #endif
  }

  private static var milliseconds: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Checks the result of a call.
  ///
  /// - Returns: The result, which the caller must clear.
  func checked(_ result: OpaquePointer?, sql: String?) throws(SQLError) -> OpaquePointer {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      if let result { return result }
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      PQclear(result)
      try endCopy()
      throw SQLError(.misuse, code: "copy", "COPY is not possible here", sql: sql)
    default: break
    }
    defer { PQclear(result) }
    throw error(result, sql: sql)
  }

  /// Ends a COPY in progress, during which a connection can do nothing else.
  private func endCopy() throws(SQLError) {
    let pointer = try open()
    PQputCopyEnd(pointer, "COPY is not possible here")
    var buffer: UnsafeMutablePointer<CChar>?
    // The rest of the statement's output is read and dropped.
    PQsetnonblocking(pointer, 0)
    defer { PQsetnonblocking(pointer, 1) }
    while PQgetCopyData(pointer, &buffer, 0) > 0 {
      PQfreemem(buffer)
    }
    while let rest = PQgetResult(pointer) {
      PQclear(rest)
    }
  }

  private func error(_ result: OpaquePointer?, sql: String?) -> SQLError {
    guard result != nil else {
      let message = pointer.map { trimmed(PQerrorMessage($0)) } ?? "the connection is closed"
      return SQLError(isUsable ? .other : .connectionLost, code: "08006", message, sql: sql)
    }
    if let pointer, PQstatus(pointer) == CONNECTION_BAD {
      var error = SQLError(postgreSQL: result, sql: sql)
      error.kind = .connectionLost
      if error.message.isEmpty { error.message = trimmed(PQerrorMessage(pointer)) }
      return error
    }
    var error = SQLError(postgreSQL: result, sql: sql)
    if error.message.isEmpty, let pointer { error.message = trimmed(PQerrorMessage(pointer)) }
    if error.message.isEmpty {
      error.message = "the answer has the unexpected state \(PQresultStatus(result).rawValue)"
    }
    return error
  }
}

/// The text without the line breaks that end libpq's messages.
func trimmed(_ text: UnsafePointer<CChar>?) -> String {
  guard let text else { return "" }
  var result = String(cString: text)
  while let last = result.last, last.isNewline || last == " " { result.removeLast() }
  return result
}

/// Passes texts to a body as a null-terminated C array of C strings.
private func withCStrings<Result>(
  _ texts: [String],
  _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let bytes = texts.flatMap { Array($0.utf8CString) }
  return bytes.withUnsafeBufferPointer { buffer in
    var pointers: [UnsafePointer<CChar>?] = []
    var offset = 0
    for text in texts {
      pointers.append(buffer.baseAddress.map { $0 + offset })
      offset += text.utf8.count + 1
    }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
