import CSQLite
import SQLDriver

/// Compares two texts: negative if the first comes before the second, positive if it comes after, zero if neither.
package typealias SQLiteCollation = (_ left: String, _ right: String) -> Int

extension SQLiteConnection {
  /// Registers a Swift closure as a collation of this connection.
  ///
  /// It must be a consistent order: SQLite relies on it for sorting and in indexes.
  package func register(
    collation name: String,
    _ body: @escaping SQLiteCollation
  ) throws(SQLError) {
    let connection = try handle.open()
    let box = Unmanaged.passRetained(CollationBox(body)).toOpaque()
    let code = sqlite3_create_collation_v2(
      connection,
      name,
      SQLITE_UTF8,
      box,
      { box, leftCount, left, rightCount, right in
        guard let box else { return 0 }
        let body = Unmanaged<CollationBox>.fromOpaque(box).takeUnretainedValue().body
        return Int32(clamping: body(text(left, leftCount), text(right, rightCount)))
      },
      { box in if let box { Unmanaged<CollationBox>.fromOpaque(box).release() } }
    )
    guard code == SQLITE_OK else {
      // SQLite calls the destructor only if it has accepted the collation.
      Unmanaged<CollationBox>.fromOpaque(box).release()
      throw handle.error(code, sql: nil)
    }
  }
}

private func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
  String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
}

/// A box that passes a closure through C.
private final class CollationBox {
  let body: SQLiteCollation

  init(_ body: @escaping SQLiteCollation) {
    self.body = body
  }
}
