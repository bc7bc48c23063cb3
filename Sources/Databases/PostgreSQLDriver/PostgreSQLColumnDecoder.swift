import SQLDriver

/// Decodes the values of one column from PostgreSQL's binary format.
enum PostgreSQLColumnDecoder {
  case boolean
  case integer16
  case integer32
  case integer64
  case objectIdentifier
  case float
  case double
  case timestampTZ
  case numeric
  case text
  case blob

  /// Selects the decoder for a type; nil for a type whose binary format is not known.
  init?(type: UInt32) {
    switch PostgreSQLType(rawValue: type) {
    case .boolean: self = .boolean
    case .integer16: self = .integer16
    case .integer32: self = .integer32
    case .integer64: self = .integer64
    case .objectIdentifier: self = .objectIdentifier
    case .float: self = .float
    case .double: self = .double
    case .timestampTZ: self = .timestampTZ
    case .numeric: self = .numeric
    case .text, .limitedText, .paddedText, .name, .json, .character, .unknown, .void: self = .text
    case .bytes, .uuid: self = .blob
    case nil: return nil
    }
  }

  /// The cell of a value; nil for a malformed one, and for a `numeric`, whose text needs memory of its own (see
  /// ``PostgreSQLScratch``).
  ///
  /// The bytes of a text or blob are not copied.
  func cell(_ bytes: UnsafeBufferPointer<UInt8>) -> SQLCell? {
    switch self {
    case .boolean: return bytes.first.map { .integer($0 == 0 ? 0 : 1) }
    case .integer16: return load(bytes, Int16.self).map { .integer(Int64($0)) }
    case .integer32: return load(bytes, Int32.self).map { .integer(Int64($0)) }
    case .integer64: return load(bytes, Int64.self).map { .integer($0) }
    case .objectIdentifier: return load(bytes, UInt32.self).map { .integer(Int64($0)) }
    case .float:
      return load(bytes, UInt32.self).map { .real(Double(Float(bitPattern: $0))) }
    case .double: return load(bytes, UInt64.self).map { .real(Double(bitPattern: $0)) }
    case .timestampTZ: return load(bytes, Int64.self).map { .real(Self.seconds($0)) }
    case .numeric: return nil
    case .text: return .text(bytes.baseAddress, count: bytes.count)
    case .blob: return .blob(bytes.baseAddress, count: bytes.count)
    }
  }

  private func load<Integer: FixedWidthInteger>(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _: Integer.Type
  ) -> Integer? {
    guard bytes.count == MemoryLayout<Integer>.size else { return nil }
    return Integer(
      bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: Integer.self)
    )
  }

  /// Adds whole seconds and the rest, because their sum in microseconds can exceed the precision of a `Double`.
  static func seconds(_ microseconds: Int64) -> Double {
    if microseconds == .max { return .infinity }
    if microseconds == .min { return -.infinity }
    let (shifted, overflow) = microseconds.subtractingReportingOverflow(referenceDateMicroseconds)
    if overflow { return -.infinity }
    let (seconds, rest) = shifted.quotientAndRemainder(dividingBy: 1_000_000)
    return Double(seconds) + Double(rest) / 1_000_000
  }
}
