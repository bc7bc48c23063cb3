import ManagedModel

/// The order in which Foundation enumerates a dictionary whose keys are the given names.
///
/// Core Data's layout follows this order in a few places: join tables, keys of to-many relationships without an
/// inverse, ordering keys, and which end of a relationship between objects of one entity names its join table. The
/// hash of a text and the table of hash buckets are those of the open-source CoreFoundation.
///
/// The order of insertion matters only if two names fall into one bucket. Core Data's is not known; the default is
/// the order of code points.
struct FoundationOrder {
  private let ranks: [String: Int]

  /// - Parameters:
  ///   - names: The names to order, without duplicates.
  ///   - entryCount: The number of all entries of the dictionary, which decides the number of buckets.
  init(names: [String], entryCount: Int) {
    self.init(inserting: names.sortedByCodePoint(), entryCount: entryCount)
  }

  /// - Parameters:
  ///   - names: The names to order, without duplicates, in the order of insertion.
  ///   - entryCount: The number of all entries of the dictionary, which decides the number of buckets.
  init(inserting names: [String], entryCount: Int) {
    guard let bucketCount = Self.bucketCount(for: max(entryCount, names.count)) else {
      ranks = Dictionary(
        names.enumerated().map { ($0.element, $0.offset) },
        uniquingKeysWith: { first, _ in first }
      )
      return
    }
    var buckets: [String?] = Array(repeating: nil, count: bucketCount)
    for name in names {
      var slot = Int(Self.hash(name) % UInt64(bucketCount))
      // There are always more buckets than names, so an empty one is found.
      while buckets[slot] != nil { slot = (slot + 1) % bucketCount }
      buckets[slot] = name
    }
    ranks = Dictionary(
      buckets.enumerated().compactMap { slot, name in name.map { ($0, slot) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The position of a name in the order.
  ///
  /// A name that is not in the dictionary comes last.
  func rank(of name: String) -> Int {
    ranks[name] ?? .max
  }
}

// MARK: - CoreFoundation's rules

extension FoundationOrder {
  /// The number of entries that a table of each size holds, and its number of buckets.
  private static let sizes: [(capacity: Int, buckets: Int)] = [
    (3, 3), (6, 7), (11, 13), (19, 23), (32, 41), (52, 71), (85, 127), (118, 191), (155, 251),
    (237, 383), (390, 631), (672, 1_087), (1_065, 1_723), (1_732, 2_803), (2_795, 4_523),
    (4_543, 7_351), (7_391, 11_959), (12_019, 19_447), (19_302, 31_231), (31_324, 50_683),
  ]

  private static func bucketCount(for entryCount: Int) -> Int? {
    guard let size = sizes.first(where: { entryCount <= $0.capacity }) else { return nil }
    // Only the smallest size can be full.
    return size.buckets
  }

  /// The hash of a text: of all its UTF-16 units up to 96, beyond that of 32 each from the beginning, the middle and
  /// the end.
  static func hash(_ text: String) -> UInt64 {
    let units = Array(text.utf16)
    var result = UInt64(units.count)
    if units.count <= 96 {
      mix(units[...], into: &result)
    } else {
      let middle = units.count / 2 - 16
      mix(units.prefix(32), into: &result)
      mix(units[middle..<middle + 32], into: &result)
      mix(units.suffix(32), into: &result)
    }
    return result &+ (result << UInt64(units.count & 31))
  }

  private static func mix(_ units: ArraySlice<UInt16>, into result: inout UInt64) {
    var rest = units
    while rest.count >= 4 {
      result = result &* 67_503_105
      for factor: UInt64 in [16_974_593, 66_049, 257, 1] {
        result = result &+ UInt64(rest.removeFirst()) &* factor
      }
    }
    for unit in rest { result = result &* 257 &+ UInt64(unit) }
  }
}
