/// The digest with which the compiler distinguishes private names of different files.
enum MD5 {
  /// The digest of a text, in upper-case hexadecimal digits.
  static func hexadecimal(of message: [UInt8]) -> String {
    var bytes = message
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count) &* 8
    for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(shift)))) }
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    for start in stride(from: 0, to: bytes.count, by: 64) {
      process(bytes[start..<start + 64], &state)
    }
    let digits = Array("0123456789ABCDEF")
    return String(
      state.flatMap { word in
        (0..<4).flatMap { index in
          let byte = Int(word >> (8 * UInt32(index)) & 0xFF)
          return [digits[byte >> 4], digits[byte & 15]]
        }
      }
    )
  }

  private static func process(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
    let start = block.startIndex
    let words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[start + word * 4 + $1]) << (8 * UInt32($1)) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for round in 0..<64 {
      let (mixed, word) =
        switch round / 16 {
        case 0: (b & c | ~b & d, round)
        case 1: (d & b | ~d & c, (5 * round + 1) % 16)
        case 2: (b ^ c ^ d, (3 * round + 5) % 16)
        default: (c ^ (b | ~d), 7 * round % 16)
        }
      let sum = a &+ mixed &+ constants[round] &+ words[word]
      let shift = shifts[round / 16][round % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
  }

  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  // swift-format-ignore
  private static let constants: [UInt32] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
  ]
}
