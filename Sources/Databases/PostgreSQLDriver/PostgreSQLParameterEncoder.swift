import SQLDriver

/// Encodes parameters in the types that the server states for them.
///
/// The values of all parameters are in one buffer. A type without a binary format here gets the value as text, which
/// the server parses like a literal.
struct PostgreSQLParameterEncoder {
  private enum Place {
    case null
    case bytes(offset: Int, count: Int, isBinary: Bool)
  }

  private let types: [UInt32]
  private var places: [Place] = []
  private var bytes: [UInt8] = []

  init(types: [UInt32]) {
    self.types = types
  }

  /// The number of bytes of all values.
  var byteCount: Int { bytes.count }

  mutating func encode(
    _ parameters: UnsafeBufferPointer<SQLCell>,
    sql: String
  ) throws(SQLError) {
    places.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    for (index, cell) in parameters.enumerated() {
      let start = bytes.count
      guard cell.kind != .null else {
        places.append(.null)
        continue
      }
      let type = PostgreSQLType(rawValue: types[index])
      guard let isBinary = bytes.append(cell, as: type) else {
        throw .unfit(cell, type.map { "\($0)" } ?? "\(types[index])", parameter: index, sql)
      }
      // libpq reads text values up to a zero byte.
      if !isBinary { bytes.append(0) }
      places.append(
        .bytes(offset: start, count: bytes.count - start, isBinary: isBinary)
      )
    }
  }

  /// Passes the values, their lengths and formats to a body in the form that libpq needs.
  func withArguments<Result>(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) throws(SQLError) -> Result
  ) throws(SQLError) -> Result {
    let outcome = bytes.withUnsafeBytes { buffer -> Swift.Result<Result, SQLError> in
      var values: [UnsafePointer<CChar>?] = []
      var lengths: [Int32] = []
      var formats: [Int32] = []
      // Even an empty value needs an address: without one it would be null.
      let empty: StaticString = ""
      let base =
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        ?? UnsafeRawPointer(empty.utf8Start).assumingMemoryBound(to: CChar.self)
      for place in places {
        switch place {
        case .null:
          values.append(nil)
          lengths.append(0)
          formats.append(0)
        case .bytes(let offset, let count, let isBinary):
          values.append(base + offset)
          lengths.append(Int32(clamping: count))
          formats.append(isBinary ? 1 : 0)
        }
      }
      return values.withUnsafeBufferPointer { values in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            Swift.Result { () throws(SQLError) in
              try body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
            }
          }
        }
      }
    }
    return try outcome.get()
  }
}
