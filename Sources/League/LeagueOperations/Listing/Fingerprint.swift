/// A number by which two states of something are told apart.
///
/// It is FNV-1a: the same in each run, quick, and no secret.
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
  package private(set) var number: UInt64

  package init(_ bytes: some Sequence<UInt8>) {
    number = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The fingerprint of texts, each with its end.
  package init(_ texts: [String]) {
    self.init(texts.flatMap { Array($0.utf8) + [0xFF] })
  }

  /// The fingerprint of things in whatever order: those of the things, added.
  package init(sumOf parts: some Sequence<Fingerprint>) {
    number = parts.reduce(0) { $0 &+ $1.number }
  }

  package var description: String { String(number, radix: 36) }
}
