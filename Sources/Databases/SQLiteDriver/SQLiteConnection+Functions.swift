import CSQLite
import SQLDriver

/// An SQL function written in Swift.
package typealias SQLiteFunction = ([SQLValue]) throws -> SQLValue

extension SQLiteConnection {
  /// Registers a Swift closure as an SQL function of this connection.
  ///
  /// An error that the closure throws fails the statement with the error's description.
  ///
  /// An older function of that name and number of arguments is replaced. A nil argument count allows any number of
  /// arguments. A deterministic function returns equal results for equal arguments, and may be used in indexes and
  /// generated columns.
  package func register(
    function name: String,
    argumentCount: Int32? = nil,
    isDeterministic: Bool = false,
    _ body: @escaping SQLiteFunction
  ) throws(SQLError) {
    let connection = try handle.open()
    let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    // SQLite calls the destructor even if it refuses the function, so the box is never leaked.
    let box = Unmanaged.passRetained(FunctionBox(body)).toOpaque()
    let code = sqlite3_create_function_v2(
      connection,
      name,
      argumentCount ?? -1,
      flags,
      box,
      { context, count, values in FunctionBox.call(context, count, values) },
      nil,
      nil,
      { box in if let box { Unmanaged<FunctionBox>.fromOpaque(box).release() } }
    )
    guard code == SQLITE_OK else { throw handle.error(code, sql: nil) }
  }
}

/// A box that passes a closure through C.
private final class FunctionBox {
  private let body: SQLiteFunction

  init(_ body: @escaping SQLiteFunction) {
    self.body = body
  }

  static func call(
    _ context: OpaquePointer?,
    _ count: Int32,
    _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let data = sqlite3_user_data(context) else { return sqlite3_result_null(context) }
    let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
    let arguments = UnsafeBufferPointer(start: values, count: Int(count)).map(value(of:))
    do {
      give(try box.body(arguments), to: context)
    } catch {
      sqlite3_result_error(context, "\(error)", -1)
    }
  }

  private static func value(of pointer: OpaquePointer?) -> SQLValue {
    switch sqlite3_value_type(pointer) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(pointer))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(pointer))
    case SQLITE_TEXT:
      let bytes = sqlite3_value_text(pointer)
      let count = Int(sqlite3_value_bytes(pointer))
      return .text(
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
      )
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(pointer)
      let count = Int(sqlite3_value_bytes(pointer))
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    default: return .null
    }
  }

  private static func give(_ value: SQLValue, to context: OpaquePointer?) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    case .text(let text):
      sqlite3_result_text64(
        context,
        text,
        UInt64(text.utf8.count),
        Self.copied,
        UInt8(SQLITE_UTF8)
      )
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_result_zeroblob(context, 0) }
      sqlite3_result_blob64(context, bytes, UInt64(bytes.count), Self.copied)
    }
  }

  /// `SQLITE_TRANSIENT`, which C writes as a cast that Swift does not import: SQLite makes a copy.
  private static var copied: sqlite3_destructor_type {
    // SQLite compares the value and never calls it.
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
