import CLibPQ
import SQLDriver

/// The C connection, which lives until the last statement is gone or it is closed.
final class PostgreSQLHandle {
  private(set) var pointer: OpaquePointer?
  let interrupter: PostgreSQLInterrupter
  let notices: PostgreSQLNotices

  /// Whether statements have names on the server.
  let keepsStatements: Bool

  /// Statements that are gone here but not yet on the server.
  private var abandoned: [String] = []
  private var statementCount = 0

  init(_ options: PostgreSQLOptions) throws(SQLError) {
    let pointer = try Self.connect(options)
    self.pointer = pointer
    keepsStatements = options.keepsSessionState
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
  }

  deinit {
    close()
  }

  /// The connection string goes last and is spread out in its place (`expand_dbname`), so that what it says
  /// wins over the defaults.
  private static func connect(_ options: PostgreSQLOptions) throws(SQLError) -> OpaquePointer {
    var settings = options.defaults
    settings.append(PostgreSQLSetting("client_encoding", "UTF8"))
    settings.append(PostgreSQLSetting("dbname", options.connection))
    guard !settings.contains(where: { $0.name.utf8.contains(0) || $0.value.utf8.contains(0) })
    else {
      throw SQLError(.cannotConnect, code: "connection", "a connection cannot hold U+0000")
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

  /// A name for a statement on the server; empty for one that does not stay there.
  func makeStatementName() -> String {
    guard keepsStatements else { return "" }
    statementCount += 1
    return "s\(statementCount)"
  }

  /// Remembers a statement that nobody needs any more.
  ///
  /// It is not freed at once, because a transaction that has failed accepts no command.
  func abandon(_ statement: String) {
    if statement.isEmpty { return }
    abandoned.append(statement)
  }

  /// Frees the statements that nobody needs any more, if the server listens.
  func freeAbandonedStatements() {
    guard let pointer, abandoned.count >= 16 else { return }
    let status = PQtransactionStatus(pointer)
    guard status == PQTRANS_IDLE || status == PQTRANS_INTRANS else { return }
    let text = abandoned.map { "DEALLOCATE \($0)" }.joined(separator: ";")
    abandoned.removeAll()
    PQclear(PQexec(pointer, text))
  }

  /// Checks what a call gave back.
  ///
  /// - Returns: the result, which the caller must clear.
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

  /// A connection in the middle of a COPY can do nothing else.
  private func endCopy() throws(SQLError) {
    let pointer = try open()
    PQputCopyEnd(pointer, "COPY is not possible here")
    var buffer: UnsafeMutablePointer<CChar>?
    while PQgetCopyData(pointer, &buffer, 0) > 0 {
      PQfreemem(buffer)
    }
    while let rest = PQgetResult(pointer) {
      PQclear(rest)
    }
  }

  private func error(_ result: OpaquePointer?, sql: String?) -> SQLError {
    if let pointer, PQstatus(pointer) == CONNECTION_BAD {
      var error = SQLError(postgreSQL: result, sql: sql)
      error.kind = .connectionLost
      if error.message.isEmpty { error.message = trimmed(PQerrorMessage(pointer)) }
      return error
    }
    var error = SQLError(postgreSQL: result, sql: sql)
    if error.message.isEmpty, let pointer { error.message = trimmed(PQerrorMessage(pointer)) }
    return error
  }
}

/// libpq ends its messages with line breaks.
func trimmed(_ text: UnsafePointer<CChar>?) -> String {
  guard let text else { return "" }
  var result = String(cString: text)
  while let last = result.last, last.isNewline || last == " " { result.removeLast() }
  return result
}

/// Lends texts as a C array of C strings that ends with a nil.
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
