/// A digest of 128 bits, computed at the speed at which memory is read.
///
/// It shows whether a file is unchanged. There is no gain in forging one, hence
/// it is not cryptographic. Accidental changes are detected: each step changes the state in an
/// invertible way, so contents of the same length that differ within one eight-byte word never
/// have the same digest, and others do with a probability of 2⁻¹²⁸.
struct ContentDigest {
  private var first: UInt64 = 0x243F_6A88_85A3_08D3
  private var second: UInt64 = 0x1319_8A2E_0370_7344

  /// The digest of some bytes in 32 hexadecimal digits.
  static func text(of bytes: [UInt8]) -> String {
    var digest = Self()
    bytes.withUnsafeBytes { digest.add($0) }
    return digits(of: digest.first) + digits(of: digest.second)
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    if let start = bytes.baseAddress { addWords(from: start, to: start + whole) }
    var rest: UInt64 = 0
    for byte in bytes[whole...].reversed() { rest = rest << 8 | UInt64(byte) }
    add(rest)
    // Trailing zeros count.
    add(UInt64(bytes.count))
    finish()
  }

  private mutating func addWords(from start: UnsafeRawPointer, to end: UnsafeRawPointer) {
    var digest = self
    var next = start
    while next < end {
      digest.add(UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)))
      next += 8
    }
    self = digest
  }

  // The halves differ in their odd factors and in the shift that moves a product's well-mixed upper bits down.
  @inline(__always)
  private mutating func add(_ word: UInt64) {
    let left = (first ^ word) &* 0x9E37_79B9_7F4A_7C15
    let right = (second ^ word) &* 0xC2B2_AE3D_27D4_EB4F
    first = left << 29 | left >> 35
    second = right << 37 | right >> 27
  }

  /// Makes every bit of each half depend on all the others, and the halves on each other.
  private mutating func finish() {
    first = Self.mixed(first)
    second = Self.mixed(second &+ first)
    first = Self.mixed(first &+ second)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  private static func digits(of value: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { buffer in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
        buffer[place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return 16
    }
  }
}
