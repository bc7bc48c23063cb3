/// What tells contents apart, in time that matters little beside writing them.
///
/// Nobody's secrets depend on it: it finds out whether somebody edited a generated file. Four lanes take a
/// word of 64 bits each in turn, multiplied by odd numbers and rotated, so that every bit moves.
struct ContentDigest: Sendable, Hashable {
  let high: UInt64
  let low: UInt64

  init(_ content: [UInt8]) {
    (high, low) = content.withUnsafeBytes { bytes in
      var lanes = SIMD4<UInt64>(repeating: UInt64(bytes.count)) &* Self.start
      var offset = 0
      while offset &+ 32 <= bytes.count {
        lanes = Self.mixed(lanes, Self.words(bytes, offset))
        offset &+= 32
      }
      var rest = SIMD4<UInt64>.zero
      for index in offset..<bytes.count {
        let place = index &- offset
        rest[place / 8] |= UInt64(bytes[index]) << UInt64(place % 8 * 8)
      }
      lanes = Self.mixed(Self.mixed(lanes, rest), .zero)
      return (
        Self.folded(lanes[0], lanes[1], lanes[2], lanes[3]),
        Self.folded(lanes[3], lanes[2], lanes[1], lanes[0])
      )
    }
  }

  /// 32 digits.
  var text: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private static let start = SIMD4<UInt64>(
    0x9E37_79B9_7F4A_7C15,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63
  )
  private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87

  /// The words in little-endian order, on every machine.
  private static func words(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> SIMD4<UInt64> {
    SIMD4(
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self)),
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 16, as: UInt64.self)),
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ 24, as: UInt64.self))
    )
  }

  private static func mixed(
    _ lanes: SIMD4<UInt64>,
    _ words: SIMD4<UInt64>
  ) -> SIMD4<UInt64> {
    let sum = (lanes ^ words) &* factor
    return sum &>> 29 | sum &<< 35
  }

  /// One number of four, in whose bits all bits of the four have a part.
  private static func folded(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> UInt64 {
    var result = factor
    for word in [a, b, c, d] {
      let product = (result ^ word).multipliedFullWidth(by: start[0])
      result = product.high ^ product.low
      result ^= result >> 31
    }
    return result
  }
}
