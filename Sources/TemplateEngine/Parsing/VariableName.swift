/// The name of a variable, with its hash computed once, so that looking through a scope compares
/// numbers.
struct VariableName: Sendable, Hashable {
  let text: String
  private let hash: UInt64

  init(_ text: String) {
    self.text = text
    // FNV-1a: only speed depends on it.
    hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.text == right.text
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
