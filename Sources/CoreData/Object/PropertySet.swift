/// A set of property indices: bits, and an array for entities with more than 64 properties.
struct PropertySet: Hashable {
  private var low: UInt64 = 0

  /// Those beyond 63; nil if there are none, which need not be retained.
  private var high: [Int]?

  var isEmpty: Bool { low == 0 && high == nil }

  func contains(_ index: Int) -> Bool {
    index < 64 ? low & (1 << UInt64(index)) != 0 : high?.contains(index) == true
  }

  mutating func insert(_ index: Int) {
    if index < 64 {
      low |= 1 << UInt64(index)
    } else if !contains(index) {
      high = (high ?? []) + CollectionOfOne(index)
    }
  }

  mutating func remove(_ index: Int) {
    if index < 64 {
      low &= ~(1 << UInt64(index))
    } else {
      high?.removeAll { $0 == index }
      if high?.isEmpty == true { high = nil }
    }
  }

  mutating func formUnion(_ other: Self) {
    low |= other.low
    for index in other.high ?? [] { insert(index) }
  }

  mutating func removeAll() {
    low = 0
    high = nil
  }

  /// Whether a condition holds for any of the indices.
  func contains(where condition: (Int) -> Bool) -> Bool {
    var bits = low
    while bits != 0 {
      if condition(bits.trailingZeroBitCount) { return true }
      bits &= bits - 1
    }
    return high?.contains(where: condition) == true
  }

  /// The indices in ascending order.
  var indices: [Int] {
    var result: [Int] = []
    var bits = low
    while bits != 0 {
      result.append(bits.trailingZeroBitCount)
      bits &= bits - 1
    }
    return result + (high ?? []).sorted()
  }
}
