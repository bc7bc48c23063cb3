/// A set of property indices: bits, and an array for entities with more than 64 properties.
struct PropertySet: Hashable {
  private var low: UInt64 = 0
  private var high: [Int] = []

  var isEmpty: Bool { low == 0 && high.isEmpty }

  func contains(_ index: Int) -> Bool {
    index < 64 ? low & (1 << UInt64(index)) != 0 : high.contains(index)
  }

  mutating func insert(_ index: Int) {
    if index < 64 {
      low |= 1 << UInt64(index)
    } else if !high.contains(index) {
      high.append(index)
    }
  }

  mutating func remove(_ index: Int) {
    if index < 64 {
      low &= ~(1 << UInt64(index))
    } else {
      high.removeAll { $0 == index }
    }
  }

  mutating func formUnion(_ other: Self) {
    low |= other.low
    for index in other.high { insert(index) }
  }

  mutating func removeAll() {
    low = 0
    high = []
  }

  /// Whether a condition holds for any of the indices.
  func contains(where condition: (Int) -> Bool) -> Bool {
    var bits = low
    while bits != 0 {
      if condition(bits.trailingZeroBitCount) { return true }
      bits &= bits - 1
    }
    return high.contains(where: condition)
  }

  /// The indices in ascending order.
  var indices: [Int] {
    var result: [Int] = []
    var bits = low
    while bits != 0 {
      result.append(bits.trailingZeroBitCount)
      bits &= bits - 1
    }
    return result + high.sorted()
  }
}
