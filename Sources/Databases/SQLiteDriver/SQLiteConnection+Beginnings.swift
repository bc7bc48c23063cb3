import CSQLite
import SQLDriver

extension SQLiteConnection {
  /// Reads the sizes of texts and blobs with their first bytes.
  ///
  /// SQLite reads only these bytes of a value, however large it is.
  ///
  /// - Parameters:
  ///   - column: The column of the values.
  ///   - table: The table, which must have row numbers.
  ///   - rows: The numbers of rows with a text or a blob in the column.
  ///   - limit: The greatest number of bytes to read of a value.
  ///   - body: Called for each value with the number of its row, its size in bytes, and its first bytes.
  /// - Throws: An `SQLError`, also for a row without a text or blob.
  package func withBeginnings(
    ofColumn column: String,
    table: String,
    rows: [Int64],
    limit: Int,
    _ body: (_ row: Int64, _ size: Int, _ bytes: [UInt8]) -> Void
  ) throws(SQLError) {
    var blob: OpaquePointer?
    defer { sqlite3_blob_close(blob) }
    for row in rows {
      let code =
        if let blob {
          sqlite3_blob_reopen(blob, row)
        } else {
          sqlite3_blob_open(try handle.open(), "main", table, column, row, 0, &blob)
        }
      guard code == SQLITE_OK, let blob else { throw handle.error(code, sql: nil) }
      let size = Int(sqlite3_blob_bytes(blob))
      var bytes = [UInt8](repeating: 0, count: min(size, limit))
      let read = sqlite3_blob_read(blob, &bytes, Int32(bytes.count), 0)
      guard read == SQLITE_OK else { throw handle.error(read, sql: nil) }
      body(row, size, bytes)
    }
  }
}
