import CSQLite

struct RawFailure: Error {
  var message: String
}

/// A minimal wrapper of the C interface, since a reference must not be slow.
final class RawDatabase {
  private let pointer: OpaquePointer
  private var statements: [OpaquePointer] = []

  init(path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else { throw RawFailure(message: "cannot open \(path)") }
    pointer = opened
    try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(pointer)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else {
      throw RawFailure(message: String(cString: sqlite3_errmsg(pointer)))
    }
  }

  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(pointer, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw RawFailure(message: String(cString: sqlite3_errmsg(pointer)))
    }
    statements.append(statement)
    return statement
  }

  var changes: Int { Int(sqlite3_changes(pointer)) }

  /// Runs a statement to its end.
  func finish(_ statement: OpaquePointer) throws {
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw RawFailure(message: String(cString: sqlite3_errmsg(pointer)))
    }
    sqlite3_reset(statement)
  }
}

/// A player as a value: the representation of a row in a program without objects.
struct RawPlayer {
  static let columns = "Z_PK, Z_OPT, ZJERSEYNUMBER, ZTEAM, ZEMAIL, ZFIRSTNAME, ZLASTNAME"

  var key: Int64
  var version: Int64
  var jerseyNumber: Int16
  var team: Int64
  var email: String
  var firstName: String
  var lastName: String

  init(_ statement: OpaquePointer) {
    key = sqlite3_column_int64(statement, 0)
    version = sqlite3_column_int64(statement, 1)
    jerseyNumber = Int16(truncatingIfNeeded: sqlite3_column_int64(statement, 2))
    team = sqlite3_column_int64(statement, 3)
    email = Self.text(statement, 4)
    firstName = Self.text(statement, 5)
    lastName = Self.text(statement, 6)
  }

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The length of three of its strings.
  var length: Int { firstName.utf8.count + lastName.utf8.count + email.utf8.count }
}
