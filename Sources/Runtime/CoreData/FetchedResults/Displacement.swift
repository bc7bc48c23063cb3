/// The positions of a member in its group, before and after changes.
///
/// Elements that were not displaced keep their order, so that it is enough to record the others.
struct Displacement {
  /// A position among the members of a group.
  struct Place {
    var group: ObjectIdentifier
    var index: Int
  }

  /// Nil for a new element.
  var old: Place?

  /// Nil for a removed element.
  var new: Place?

  /// Returns for each displaced element whether it may be treated as one that has stayed.
  ///
  /// It may if it is between the same undisplaced members as before, and in order with all others that may. Their
  /// number is maximal.
  static func staying(_ displaced: [Displacement]) -> [Bool] {
    let oldGaps = gaps(displaced.map(\.old))
    let newGaps = gaps(displaced.map(\.new))
    let candidates = displaced.indices.filter { item in
      guard let old = displaced[item].old, let new = displaced[item].new else { return false }
      return old.group == new.group && oldGaps[item] == newGaps[item]
    }
    var staying = Array(repeating: false, count: displaced.count)
    let byGroup = Dictionary(grouping: candidates) { item in
      Gap(group: displaced[item].new?.group, undisplaced: newGaps[item])
    }
    for items in byGroup.values {
      let items = items.sorted { index(displaced[$0].new) < index(displaced[$1].new) }
      let kept = longestIncreasing(items.map { index(displaced[$0].old) })
      for place in kept { staying[items[place]] = true }
    }
    return staying
  }

  private struct Gap: Hashable {
    var group: ObjectIdentifier?
    var undisplaced: Int
  }

  private static func index(_ place: Place?) -> Int { place?.index ?? 0 }

  /// The number of undisplaced members of its group before each position.
  private static func gaps(_ places: [Place?]) -> [Int] {
    var gaps = Array(repeating: 0, count: places.count)
    let present = places.indices.filter { places[$0] != nil }
    for items in Dictionary(grouping: present, by: { places[$0]?.group }).values {
      let items = items.sorted { index(places[$0]) < index(places[$1]) }
      for (before, item) in items.enumerated() { gaps[item] = index(places[item]) - before }
    }
    return gaps
  }

  /// The positions of a longest increasing subsequence of distinct numbers.
  static func longestIncreasing(_ numbers: [Int]) -> [Int] {
    // For each length, the end of the subsequence of that length whose last number is least.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: numbers.count)
    for (position, number) in numbers.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[position] = ends[low - 1] }
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var series: [Int] = []
    var position = ends.last ?? -1
    while position >= 0 {
      series.append(position)
      position = previous[position]
    }
    return series.reversed()
  }
}
