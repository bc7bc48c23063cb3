import SQLDriver

/// Carries parameters over to the types that the server states for them.
///
/// The values of all parameters lie in one run of bytes. A type without a binary format here gets the
/// value as text, which the server reads as it reads a literal.
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
      guard let isBinary = append(cell, as: type) else {
        throw SQLError(
          .value,
          code: "22000",
          "parameter \(index + 1), of type \(type.map { "\($0)" } ?? "\(types[index])"), "
            + "cannot hold the \(cell.kind) that was given",
          sql: sql
        )
      }
      // libpq reads values without a length up to a zero.
      if !isBinary { bytes.append(0) }
      places.append(
        .bytes(offset: start, count: bytes.count - start, isBinary: isBinary)
      )
    }
  }

  /// Lends the values, their lengths and formats as libpq wants them.
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

  /// - Returns: whether the bytes are in the binary format, or nil for a value that does not fit.
  private mutating func append(_ cell: SQLCell, as type: PostgreSQLType?) -> Bool? {
    switch type {
    case .boolean:
      guard let integer = integer(cell) else { return appendText(cell) }
      guard integer == 0 || integer == 1 else { return nil }
      bytes.append(UInt8(integer))
      return true
    case .integer16: return appendInteger(cell, Int16.self)
    case .integer32: return appendInteger(cell, Int32.self)
    case .integer64: return appendInteger(cell, Int64.self)
    case .objectIdentifier: return appendInteger(cell, UInt32.self)
    case .double:
      guard let real = real(cell) else { return appendText(cell) }
      append(real.bitPattern)
      return true
    case .float:
      guard let real = real(cell) else { return appendText(cell) }
      append(Float(real).bitPattern)
      return true
    case .timestampTZ:
      guard let real = real(cell) else { return appendText(cell) }
      guard let microseconds = Self.microseconds(real) else { return nil }
      append(UInt64(bitPattern: microseconds))
      return true
    case .bytes:
      guard cell.kind == .blob || cell.kind == .text else { return nil }
      bytes.append(contentsOf: cell.contents)
      return true
    case .uuid where cell.kind == .blob:
      guard cell.contents.count == 16 else { return nil }
      bytes.append(contentsOf: cell.contents)
      return true
    case .text, .limitedText, .paddedText, .name, .json, .unknown:
      guard cell.kind == .text else { return appendText(cell) }
      guard !cell.contents.contains(0) else { return nil }
      bytes.append(contentsOf: cell.contents)
      return true
    default: return appendText(cell)
    }
  }

  private mutating func appendInteger<Integer: FixedWidthInteger>(
    _ cell: SQLCell,
    _: Integer.Type
  ) -> Bool? {
    guard let integer = integer(cell) else { return appendText(cell) }
    guard let exact = Integer(exactly: integer) else { return nil }
    append(exact)
    return true
  }

  private mutating func append(_ integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// A blob has no text that every type would read, and a text with a zero would be cut there.
  private mutating func appendText(_ cell: SQLCell) -> Bool? {
    switch cell.kind {
    case .integer: bytes.append(contentsOf: String(cell.integerBits).utf8)
    case .real: bytes.append(contentsOf: Self.text(of: cell.realBits).utf8)
    case .text:
      guard !cell.contents.contains(0) else { return nil }
      bytes.append(contentsOf: cell.contents)
    case .blob, .null: return nil
    }
    return false
  }

  private func integer(_ cell: SQLCell) -> Int64? {
    switch cell.kind {
    case .integer: cell.integerBits
    case .real: Int64(exactly: cell.realBits)
    case .null, .text, .blob: nil
    }
  }

  private func real(_ cell: SQLCell) -> Double? {
    switch cell.kind {
    case .real: cell.realBits
    case .integer: Double(cell.integerBits)
    case .null, .text, .blob: nil
    }
  }

  private static func text(of real: Double) -> String {
    if real.isNaN { return "NaN" }
    if real.isInfinite { return real > 0 ? "Infinity" : "-Infinity" }
    return "\(real)"
  }

  /// The greatest and the least of 64 bits stand for the infinite times.
  static func microseconds(_ seconds: Double) -> Int64? {
    if seconds.isNaN { return nil }
    if seconds.isInfinite { return seconds > 0 ? .max : .min }
    let whole = seconds.rounded(.down)
    guard let base = Int64(exactly: whole) else { return nil }
    let fraction = Int64(((seconds - whole) * 1_000_000).rounded())
    let (scaled, overflow) = base.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow2) = scaled.addingReportingOverflow(fraction)
    let (result, overflow3) = sum.addingReportingOverflow(referenceDateMicroseconds)
    return overflow || overflow2 || overflow3 ? nil : result
  }
}
