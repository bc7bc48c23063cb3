import ManagedModel

extension String {
  /// Whether the text comes before another in natural order: `Model 2` before `Model 10`.
  package func precedesNaturally(_ other: String) -> Bool {
    var mine = Array(utf8)[...]
    var theirs = Array(other.utf8)[...]
    while let left = mine.first, let right = theirs.first {
      if left.isDigit && right.isDigit {
        let one = mine.popNumber()
        let two = theirs.popNumber()
        if one != two {
          return one.count == two.count ? one.lexicographicallyPrecedes(two) : one.count < two.count
        }
      } else {
        if left != right { return left < right }
        mine.removeFirst()
        theirs.removeFirst()
      }
    }
    // Texts with equal numbers (`1` and `01`) still have a fixed order.
    return mine.isEmpty && theirs.isEmpty ? precedesByCodePoint(other) : mine.isEmpty
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension ArraySlice<UInt8> {
  /// Removes the digits at the start and returns them without leading zeros.
  fileprivate mutating func popNumber() -> ArraySlice<UInt8> {
    let end = firstIndex { !$0.isDigit } ?? endIndex
    let digits = self[startIndex..<end].drop { $0 == UInt8(ascii: "0") }
    self = self[end...]
    return digits
  }
}
