import CLibPQ
import SQLDriver

/// A prepared statement with a name on the server; an unnamed one is sent with each execution.
struct PostgreSQLPrepared {
  let sql: String
  let name: String

  /// The types of the parameters.
  let types: [UInt32]

  /// Sends the statement with parameters and requests rows in the binary format.
  ///
  /// - Returns: 1 unless libpq cannot send it.
  func send(
    _ connection: OpaquePointer,
    _ values: UnsafePointer<UnsafePointer<CChar>?>?,
    _ lengths: UnsafePointer<Int32>?,
    _ formats: UnsafePointer<Int32>?
  ) -> Int32 {
    let count = Int32(truncatingIfNeeded: types.count)
    return name.isEmpty
      ? PQsendQueryParams(connection, sql, count, types, values, lengths, formats, 1)
      : PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
  }

  /// Sends the statement with parameters in the binary format.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - places: The place of each value in `bytes`; nil for null.
  ///   - bytes: The bytes of all values.
  /// - Returns: 1 unless libpq cannot send it.
  func send(
    _ connection: OpaquePointer,
    _ places: [Range<Int>?],
    in bytes: UnsafePointer<UInt8>
  ) -> Int32 {
    let base = UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self)
    let values = places.map { place in place.map { base + $0.lowerBound } }
    let lengths = places.map { Int32(clamping: $0?.count ?? 0) }
    return send(connection, values, lengths, [Int32](repeating: 1, count: places.count))
  }
}
