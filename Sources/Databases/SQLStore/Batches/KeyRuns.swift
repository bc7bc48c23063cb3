import ObjectRows

/// The keys of objects of one table as ranges of consecutive keys.
///
/// Objects that were inserted together are often deleted together, and a database finds a range of rows faster than
/// each of a list.
struct KeyRuns {
  /// The ranges, in ascending order.
  let ranges: [ClosedRange<Int64>]

  /// The average number of keys in a range below which a list of all keys is faster.
  private static let leastLength = 64

  /// Creates the ranges; nil if a list is faster.
  init?(_ references: [Reference]) {
    var keys = references.map(\.number)
    let most = keys.count / Self.leastLength
    guard most > 0 else { return nil }
    if !zip(keys, keys.dropFirst()).allSatisfy(<) { keys.sort() }
    var ranges: [ClosedRange<Int64>] = []
    var first = keys[0]
    var last = first
    for key in keys.dropFirst() where key != last {
      if last != .max, key == last + 1 {
        last = key
        continue
      }
      ranges.append(first...last)
      guard ranges.count < most else { return nil }
      first = key
      last = key
    }
    self.ranges = ranges + [first...last]
  }
}
