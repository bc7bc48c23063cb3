/// A set of characters with a lower and an upper bound: those that are certainly in it and those that may be.
///
/// ICU's `\d` certainly contains the ten digits of ASCII, certainly no other character of ASCII, and beyond ASCII
/// those of its tables. A translation that must not refuse anything uses the upper bound; inside a negative
/// look-ahead it is the other way round.
struct DoubtfulScalars {
  /// The scalars that are certainly in the set.
  var certain: ScalarRanges

  /// The scalars that may be in the set.
  var possible: ScalarRanges

  init(certain: ScalarRanges, possible: ScalarRanges) {
    self.certain = certain
    self.possible = possible
  }

  init(_ exact: ScalarRanges) {
    self.init(certain: exact, possible: exact)
  }

  init(_ scalar: Unicode.Scalar) {
    self.init(ScalarRanges([scalar.value...scalar.value]))
  }

  /// A set of exactly these characters of ASCII, and possibly any beyond it.
  init(ascii: ScalarRanges) {
    self.init(certain: ascii, possible: ascii.union(.beyondASCII))
  }

  var complement: Self {
    Self(certain: possible.complement, possible: certain.complement)
  }

  func union(_ other: Self) -> Self {
    Self(certain: certain.union(other.certain), possible: possible.union(other.possible))
  }
}

/// Characters as sorted ranges that neither overlap nor touch.
///
/// U+0000 is never among them, because PostgreSQL does not allow it.
struct ScalarRanges: Equatable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let all = Self([1...0x10_FFFF])
  static let beyondASCII = Self([0x80...0x10_FFFF])

  init(_ ranges: [ClosedRange<UInt32>]) {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > 0 {
      let lower = max(range.lowerBound, 1)
      if let last = result.last, lower <= last.upperBound + 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(lower...range.upperBound)
      }
    }
    self.ranges = result
  }

  init(_ characters: String) {
    self.init(characters.unicodeScalars.map { $0.value...$0.value })
  }

  func union(_ other: Self) -> Self {
    Self(ranges + other.ranges)
  }

  var complement: Self {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 1
    for range in ranges {
      if next < range.lowerBound { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10_FFFF { result.append(next...0x10_FFFF) }
    return Self(result)
  }

  var isEmpty: Bool { ranges.isEmpty }
}
