/// The name of a variable or of a part of an object, with its hash computed once.
///
/// Templates create theirs when they are parsed, so that rendering compares numbers.
package struct TemplateKey: Sendable, Hashable {
  package let text: String
  package let fingerprint: UInt64

  package init(_ text: String) {
    self.text = text
    // FNV-1a: it affects only speed.
    fingerprint = text.utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.fingerprint == right.fingerprint && left.text == right.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(fingerprint)
  }
}
