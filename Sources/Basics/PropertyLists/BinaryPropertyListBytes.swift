/// The object area of a binary property list, read with a budget: the total size of the contents returned must not
/// exceed the size of the file.
struct BinaryPropertyListBytes {
  private let bytes: [UInt8]

  /// The end of the objects, where the offset table begins.
  private let end: Int
  private var budget: Int

  init(_ bytes: [UInt8], end: Int) {
    self.bytes = bytes
    self.end = end
    budget = end
  }

  func offset(
    ofObject object: Int,
    trailer: BinaryPropertyListTrailer
  ) throws(PropertyListError) -> Int {
    let start = trailer.tableOffset + object * trailer.offsetSize
    let offset = Int(clamping: unsigned(at: start, size: trailer.offsetSize))
    guard offset < end else {
      throw PropertyListError("object \(object) begins after the last object")
    }
    return offset
  }

  func byte(at offset: Int) throws(PropertyListError) -> UInt8 {
    guard offset < end else { throw Self.cutShort(at: offset) }
    return bytes[offset]
  }

  /// The object references of the array or dictionary at an offset.
  mutating func references(
    at offset: Int,
    perElement: Int,
    size: Int
  ) throws(PropertyListError) -> [Int] {
    let (count, start) = try length(at: offset)
    let (elements, overflow) = count.multipliedReportingOverflow(by: perElement)
    guard !overflow else { throw Self.cutShort(at: offset) }
    try take(elements, of: size, at: start)
    return (0..<elements).map { index in
      Int(clamping: unsigned(at: start + index * size, size: size))
    }
  }

  /// The scalar at an offset.
  mutating func scalar(at offset: Int) throws(PropertyListError) -> PropertyList {
    let marker = try byte(at: offset)
    switch marker {
    case 0x08:
      return .boolean(false)
    case 0x09:
      return .boolean(true)
    case 0x10...0x14:
      return .integer(try integer(at: offset + 1, size: 1 << Int(marker & 0xF)))
    case 0x22:
      try take(1, of: 4, at: offset + 1)
      return .real(
        Double(Float(bitPattern: UInt32(truncatingIfNeeded: unsigned(at: offset + 1, size: 4))))
      )
    case 0x23:
      try take(1, of: 8, at: offset + 1)
      return .real(Double(bitPattern: unsigned(at: offset + 1, size: 8)))
    case 0x33:
      try take(1, of: 8, at: offset + 1)
      return .date(Double(bitPattern: unsigned(at: offset + 1, size: 8)))
    case 0x80...0x8F:
      return .uid(try reference(at: offset + 1, size: Int(marker & 0xF) + 1))
    default:
      return try sizedScalar(at: offset, kind: marker >> 4)
    }
  }

  /// Data and strings, which have a length prefix.
  private mutating func sizedScalar(
    at offset: Int,
    kind: UInt8
  ) throws(PropertyListError) -> PropertyList {
    guard (0x4...0x6).contains(kind) else {
      let marker = String(try byte(at: offset), radix: 16)
      throw PropertyListError("unknown type of value 0x\(marker) (at byte \(offset))")
    }
    let (count, start) = try length(at: offset)
    try take(count, of: kind == 0x6 ? 2 : 1, at: start)
    switch kind {
    case 0x4:
      return .data(Array(bytes[start..<start + count]))
    case 0x5:
      return .string(String(decoding: bytes[start..<start + count], as: UTF8.self))
    default:
      let units = (0..<count).map { index in
        UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
      }
      return .string(String(decoding: units, as: UTF16.self))
    }
  }

  /// The count of a sized value and the offset of its contents.
  private mutating func length(
    at offset: Int
  ) throws(PropertyListError) -> (count: Int, start: Int) {
    let short = Int(try byte(at: offset) & 0xF)
    guard short == 0xF else { return (short, offset + 1) }
    let marker = try byte(at: offset + 1)
    guard (0x10...0x13).contains(marker) else {
      throw PropertyListError("the length of the value at byte \(offset) is not an integer")
    }
    let size = 1 << Int(marker & 0xF)
    let count = try integer(at: offset + 2, size: size)
    guard let count = Int(exactly: count), count >= 0 else { throw Self.cutShort(at: offset) }
    return (count, offset + 2 + size)
  }

  /// Integers of up to four bytes are unsigned; those of eight bytes are signed, and those of sixteen bytes hold
  /// unsigned numbers that overflow eight.
  private mutating func integer(at offset: Int, size: Int) throws(PropertyListError) -> Int64 {
    try take(1, of: size, at: offset)
    guard size == 16 else {
      return Int64(bitPattern: unsigned(at: offset, size: size))
    }
    let high = Int64(bitPattern: unsigned(at: offset, size: 8))
    let low = Int64(bitPattern: unsigned(at: offset + 8, size: 8))
    guard high == low >> 63 else {
      throw PropertyListError("the integer at byte \(offset) does not fit into 64 bits")
    }
    return low
  }

  private mutating func reference(at offset: Int, size: Int) throws(PropertyListError) -> Int {
    try take(1, of: size, at: offset)
    guard size <= 8, let number = Int(exactly: unsigned(at: offset, size: size)) else {
      throw PropertyListError("the reference at byte \(offset) is too large")
    }
    return number
  }

  /// Checks that elements lie within the object area, and charges their size to the budget.
  private mutating func take(_ count: Int, of size: Int, at offset: Int) throws(PropertyListError) {
    let (total, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, offset <= end, total <= end - offset else {
      throw Self.cutShort(at: offset)
    }
    guard total <= budget else {
      throw PropertyListError("its objects overlap")
    }
    budget -= total
  }

  private func unsigned(at offset: Int, size: Int) -> UInt64 {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func cutShort(at offset: Int) -> PropertyListError {
    PropertyListError("the value at byte \(offset) extends beyond the last object")
  }
}
