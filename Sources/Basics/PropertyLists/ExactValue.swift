/// A scalar compared by its encoding, to find duplicates.
///
/// `String` and `Double` themselves compare values as equal whose bytes differ: composed and decomposed characters,
/// and the two zeros.
enum ExactValue: Hashable {
  case text([UInt8])
  case real(UInt64)
  case date(UInt64)
  case other(PropertyList)

  init(_ value: PropertyList) {
    switch value {
    case .string(let text): self = .text(Array(text.utf8))
    case .real(let real): self = .real(real.bitPattern)
    case .date(let seconds): self = .date(seconds.bitPattern)
    default: self = .other(value)
    }
  }
}
