import Digests

/// The bytes that go into a version hash.
struct HashInput {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ flag: Bool) {
    bytes.append(flag ? 1 : 0)
  }

  /// Four bytes, the least significant first; only the low 32 bits of the number count.
  mutating func append(_ number: Int) {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func append(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
  }

  var hash: [UInt8] { SHA256.hash(bytes) }
}
