import CLibPQ
import SQLDriver

/// A row that the server has sent, in memory of libpq.
enum PostgreSQLRow {
  /// The only row of a result.
  case result(OpaquePointer)
  case copied(PostgreSQLCopiedRow)

  func free() {
    switch self {
    case .result(let result): PQclear(result)
    case .copied(let row): row.free()
    }
  }
}

/// A row of COPY in its binary format: the number of values, and for each its length and its bytes.
struct PostgreSQLCopiedRow {
  private let message: UnsafeMutablePointer<CChar>
  private let count: Int

  /// The place of the length of the next value.
  private var place = 0

  init(_ message: UnsafeMutablePointer<CChar>, count: Int) {
    self.message = message
    self.count = count
  }

  func free() { PQfreemem(message) }

  /// Skips the header, with which the first message begins.
  ///
  /// - Returns: Whether it is there.
  mutating func skipHeader() -> Bool {
    let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0]
    guard count >= signature.count, bytes(signature.count).elementsEqual(signature) else {
      return false
    }
    // The flags say nothing about the values.
    place = signature.count + 4
    guard let extent = integer(Int32.self), extent >= 0, Int(extent) <= count - place else {
      return false
    }
    place += Int(extent)
    return true
  }

  /// Whether nothing is left of the message.
  var isEmpty: Bool { place >= count }

  /// The number of values, before the first of them is read; -1 after the last row, nil for a malformed message.
  mutating func valueCount() -> Int? { integer(Int16.self).map(Int.init) }

  /// The bytes of the next value, an inner nil for a null; an outer nil if the message is malformed.
  @inline(__always)
  mutating func next() -> UnsafeRawBufferPointer?? {
    guard let length = integer(Int32.self) else { return .none }
    if length == -1 { return .some(nil) }
    guard length >= 0, Int(length) <= count - place else { return .none }
    let value = bytes(Int(length))
    place += Int(length)
    return value
  }

  private func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(message) + place, count: count)
  }

  @inline(__always)
  private mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    let size = MemoryLayout<Integer>.size
    guard size <= count - place else { return nil }
    defer { place += size }
    return Integer(bigEndian: (UnsafeRawPointer(message) + place).loadUnaligned(as: Integer.self))
  }
}

extension PostgreSQLHandle {
  /// The next row of a COPY to this program, which the caller must free; nil at the end, or if the connection is lost.
  func copiedRow(
    _ pointer: OpaquePointer,
    isFirst: Bool,
    valueCount: Int
  ) throws(SQLError) -> PostgreSQLCopiedRow? {
    var isFirst = isFirst
    while let (message, count) = try receiveCopy(pointer) {
      var row = PostgreSQLCopiedRow(message, count: count)
      if isFirst, !row.skipHeader() {
        row.free()
        throw Self.malformedCopy
      }
      isFirst = false
      // The header may be a message of its own.
      if !row.isEmpty {
        let found = row.valueCount()
        if found == valueCount { return row }
        if found != -1 {
          row.free()
          throw Self.malformedCopy
        }
      }
      row.free()
    }
    return nil
  }

  private static var malformedCopy: SQLError {
    SQLError(.other, code: "copy", "the server sends rows in an unknown format")
  }

  /// Reads and frees the remaining rows of a COPY to this program.
  func drainCopy(_ pointer: OpaquePointer) {
    while let (message, _) = try? receiveCopy(pointer) { PQfreemem(message) }
  }
}
