/// A set of property indices: bits, and an array for entities with more than 64 properties.
public struct PropertySet: Hashable, Sendable {
  @usableFromInline var low: UInt64 = 0

  /// The members from 64 on, in ascending order; nil instead of an empty array, which would be retained and released.
  private var high: [Int]?

  /// The empty set.
  public init() {}

  /// The set of some indices.
  public init(_ indices: some Sequence<Int>) {
    for index in indices { insert(index) }
  }

  /// Whether the set has no members.
  public var isEmpty: Bool { low == 0 && high == nil }

  /// Whether `index` is a member.
  public func contains(_ index: Int) -> Bool {
    index < 64 ? low & (1 << UInt64(index)) != 0 : high?.contains(index) == true
  }

  /// Adds `index`.
  @inlinable public mutating func insert(_ index: Int) {
    if index < 64 {
      low |= 1 &<< UInt64(truncatingIfNeeded: index)
    } else {
      insertHigh(index)
    }
  }

  @usableFromInline mutating func insertHigh(_ index: Int) {
    if !contains(index) {
      // Sorted, so that equality does not depend on the order of insertions.
      let place = high?.firstIndex { $0 > index } ?? high?.count ?? 0
      high = high ?? []
      high?.insert(index, at: place)
    }
  }

  /// Removes `index`.
  public mutating func remove(_ index: Int) {
    if index < 64 {
      low &= ~(1 << UInt64(index))
    } else {
      high?.removeAll { $0 == index }
      if high?.isEmpty == true { high = nil }
    }
  }

  /// The indices for which a condition holds.
  public func filter(_ isIncluded: (Int) -> Bool) -> Self {
    var result = Self()
    var bits = low
    while bits != 0 {
      let index = bits.trailingZeroBitCount
      if isIncluded(index) { result.low |= 1 << UInt64(index) }
      bits &= bits - 1
    }
    if let high {
      let rest = high.filter(isIncluded)
      if !rest.isEmpty { result.high = rest }
    }
    return result
  }

  /// The members that another set has too.
  public func intersection(_ other: Self) -> Self {
    if high == nil || other.high == nil {
      var result = Self()
      result.low = low & other.low
      return result
    }
    return filter(other.contains)
  }

  /// Adds the members of another set.
  public mutating func formUnion(_ other: Self) {
    low |= other.low
    for index in other.high ?? [] { insert(index) }
  }

  /// Removes all members.
  public mutating func removeAll() {
    low = 0
    high = nil
  }

  /// Whether a condition holds for any of the indices.
  public func contains(where condition: (Int) -> Bool) -> Bool {
    var bits = low
    while bits != 0 {
      if condition(bits.trailingZeroBitCount) { return true }
      bits &= bits - 1
    }
    return high?.contains(where: condition) == true
  }

  /// The indices in ascending order.
  public var indices: [Int] {
    var result: [Int] = []
    var bits = low
    while bits != 0 {
      result.append(bits.trailingZeroBitCount)
      bits &= bits - 1
    }
    return result + (high ?? [])
  }
}
