import SQLDriver

// Values in the formats that PostgreSQL accepts.
extension [UInt8] {
  /// Appends the value of a parameter of a type; a type without a binary format here gets a text.
  ///
  /// - Returns: Whether the bytes are in the binary format, or nil for a value that does not fit.
  mutating func append(_ cell: SQLCell, as type: PostgreSQLType?) -> Bool? {
    switch type {
    case .boolean:
      guard let integer = integer(cell) else { return appendText(cell) }
      guard integer == 0 || integer == 1 else { return nil }
      append(UInt8(integer))
      return true
    case .integer16: return appendInteger(cell, Int16.self)
    case .integer32: return appendInteger(cell, Int32.self)
    case .integer64: return appendInteger(cell, Int64.self)
    case .objectIdentifier: return appendInteger(cell, UInt32.self)
    case .double:
      guard let real = real(cell) else { return appendText(cell) }
      append(bigEndian: real.bitPattern)
      return true
    case .float:
      guard let real = real(cell) else { return appendText(cell) }
      append(bigEndian: Float(real).bitPattern)
      return true
    case .timestampTZ:
      guard let real = real(cell) else { return appendText(cell) }
      guard let microseconds = PostgreSQLTime.microseconds(real) else { return nil }
      append(bigEndian: microseconds)
      return true
    case .bytes:
      guard cell.kind == .blob || cell.kind == .text else { return nil }
      append(contentsOf: cell.contents)
      return true
    case .uuid where cell.kind == .blob:
      guard cell.contents.count == 16 else { return nil }
      append(contentsOf: cell.contents)
      return true
    case .numeric where cell.kind == .text:
      guard let numeric = PostgreSQLNumeric(text: cell.contents) else { return appendText(cell) }
      numeric.append(to: &self)
      return true
    case .text, .limitedText, .paddedText, .name, .json, .unknown:
      guard cell.kind == .text else { return appendText(cell) }
      guard !cell.contents.contains(0) else { return nil }
      append(contentsOf: cell.contents)
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
    append(bigEndian: exact)
    return true
  }

  /// Appends an integer in the byte order of the protocol.
  @inline(__always)
  mutating func append(bigEndian integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends the value as text; nil for a blob, which has no text that every type accepts, and for a text with a zero
  /// byte, which would be truncated there.
  private mutating func appendText(_ cell: SQLCell) -> Bool? {
    switch cell.kind {
    case .integer: append(contentsOf: String(cell.integerBits).utf8)
    case .real: append(contentsOf: Self.text(of: cell.realBits).utf8)
    case .text:
      guard !cell.contents.contains(0) else { return nil }
      append(contentsOf: cell.contents)
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
}

/// Conversion of times.
enum PostgreSQLTime {
  /// Microseconds in PostgreSQL; nil if out of range.
  ///
  /// The greatest and the least 64-bit integer stand for the infinite times.
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

extension SQLError {
  /// The error for a value that does not fit the type of its parameter.
  static func unfit(_ cell: SQLCell, _ type: String, parameter: Int, _ sql: String) -> Self {
    SQLError(
      .value,
      code: "22000",
      "parameter \(parameter + 1), of type \(type), cannot represent the given \(cell.kind)",
      sql: sql
    )
  }
}
