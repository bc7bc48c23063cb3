/// A hash that distinguishes two states.
///
/// It is FNV-1a: the same in each run, fast, and not cryptographic.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  package private(set) var number: UInt64

  package init(_ bytes: some Sequence<UInt8>) {
    number = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The fingerprint of texts in order, each terminated.
  package init(_ texts: [String]) {
    self.init(texts.flatMap { Array($0.utf8) + [0xFF] })
  }

  /// An order-independent fingerprint: the sum of those of the parts.
  package init(sumOf parts: some Sequence<Fingerprint>) {
    number = parts.reduce(0) { $0 &+ $1.number }
  }

  package var description: String { String(number, radix: 36) }
}
