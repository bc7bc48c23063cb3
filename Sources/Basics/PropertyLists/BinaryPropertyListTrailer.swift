/// The 32-byte trailer of a binary property list, validated against the size of the file.
struct BinaryPropertyListTrailer {
  static let size = 32

  let offsetSize: Int
  let referenceSize: Int
  let objectCount: Int
  let topObject: Int
  let tableOffset: Int

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    let headerSize = BinaryPropertyListReader.magic.count + 2
    guard bytes.count >= headerSize + Self.size else {
      throw PropertyListError("it is cut short: \(bytes.count) bytes cannot hold a property list")
    }
    let start = bytes.count - Self.size
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyListError("its trailer is damaged (sizes \(offsetSize) and \(referenceSize))")
    }
    objectCount = Self.integer(bytes, at: start + 8)
    topObject = Self.integer(bytes, at: start + 16)
    tableOffset = Self.integer(bytes, at: start + 24)
    let (tableSize, overflow) = objectCount.multipliedReportingOverflow(by: offsetSize)
    guard !overflow, tableOffset >= headerSize, tableOffset <= start,
      tableSize <= start - tableOffset
    else {
      throw PropertyListError(
        "its trailer is damaged (the table of objects is not inside the file)"
      )
    }
    guard topObject < objectCount else {
      throw PropertyListError("its trailer is damaged (object \(topObject) of \(objectCount))")
    }
  }

  /// An unsigned big-endian integer of eight bytes; on overflow, the maximum.
  private static func integer(_ bytes: [UInt8], at offset: Int) -> Int {
    Int(clamping: bytes[offset..<offset + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }
}
