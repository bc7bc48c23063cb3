/// The keys by which the members of an ordered relationship are sorted in a store.
///
/// Core Data gives the first member the key 2,048 and each further one 1,024 more. Members that are inserted or moved
/// get keys from the gaps between those of their neighbors, so that the others keep theirs; if a gap has no room, as
/// few neighbors as possible get new keys.
struct OrderingKeys {
  private static let first: Int64 = 2_048
  private static let step: Int64 = 1_024

  /// The least distance of neighbors that get new keys.
  private static let narrow: Int64 = 8

  /// The fraction of a gap, as a divisor, that a member takes if further insertions into the gap are expected.
  private static let share: Int64 = 128

  /// The factor by which more neighbors get new keys if there are no others beyond them.
  private static let rest = 4

  /// The greatest difference of numbers at which an object counts as created just before another.
  private static let recent: Int64 = 3

  /// Keys beyond this, which only another program can have written, are replaced; sums and differences of the others
  /// do not overflow.
  private static let limit: Int64 = 1 << 60

  /// The numbers of the members, which increase with the time of their creation.
  private let members: [Int64]

  /// The keys by the positions of the members; nil for a member without one.
  private var keys: [Int64?]

  /// Assigns a key to each member, in ascending order.
  ///
  /// - Parameters:
  ///   - members: The numbers of the members, in the new order.
  ///   - present: Their current keys; nil for a member without one.
  /// - Returns: The keys of all members; most are the current ones.
  static func keys(for members: [Int64], present: [Int64?]) -> [Int64] {
    var made = Self(members: members, keys: present)
    made.keepRising()
    var place = 0
    while place < made.keys.count {
      if made.keys[place] == nil { made.fill(from: place) }
      place += 1
    }
    return made.keys.map { $0 ?? 0 }
  }

  // MARK: The members that keep their keys

  /// Keeps the longest ascending subsequence of keys, and removes the others.
  private mutating func keepRising() {
    var ends: [Int] = []
    var before: [Int] = Array(repeating: -1, count: keys.count)
    for (place, key) in keys.enumerated() {
      guard let key, key.magnitude <= Self.limit.magnitude else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if let end = keys[ends[middle]], end < key { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var kept: [Int64?] = Array(repeating: nil, count: keys.count)
    var place = ends.last ?? -1
    while place >= 0 {
      kept[place] = keys[place]
      place = before[place]
    }
    keys = kept
  }

  // MARK: Gaps

  /// Assigns keys to the members without one from a position on.
  private mutating func fill(from start: Int) {
    let end = keys[start...].firstIndex { $0 != nil } ?? keys.count
    let count = Int64(end - start)
    let left = start > 0 ? keys[start - 1] : nil
    guard let right = end < keys.count ? keys[end] : nil else {
      return assign(start..<end, from: left.map { $0 + Self.step } ?? Self.first, by: Self.step)
    }
    if let left {
      guard right - left > count else { return makeRoom(for: start..<end) }
      assign(start..<end, between: left, right)
    } else if right > count {
      assign(start..<end, between: 0, right)
    } else {
      assign(start..<end, from: right - count * Self.step, by: Self.step)
    }
  }

  private mutating func assign(_ places: Range<Int>, from first: Int64, by step: Int64) {
    for (offset, place) in places.enumerated() { keys[place] = first + Int64(offset) * step }
  }

  /// Puts members into a gap that has room for them.
  ///
  /// A neighbor that is closer to its other neighbor than the gap is wide was probably inserted into this gap, and
  /// the next insertion will probably be on this side of it too: most of the gap remains free there. If both
  /// neighbors are new, as when each object is inserted into the middle of a growing list, insertions alternate
  /// between both sides.
  private mutating func assign(_ places: Range<Int>, between left: Int64, _ right: Int64) {
    let width = right - left
    let even = width / Int64(places.count + 1)
    let small = max(1, min(width / Self.share, even))
    let isBehindLast = isClose(places.lowerBound - 1, places.lowerBound - 2, width)
    let isBeforeLast = isClose(places.upperBound, places.upperBound + 1, width)
    if let side = nextSide(of: places) {
      return assign(places, from: side == .left ? right - small : left + small, by: small)
    }
    switch (isBehindLast, isBeforeLast) {
    case (true, false): assign(places, from: left + small, by: small)
    case (false, true):
      assign(places, from: right - Int64(places.count) * small, by: small)
    default: assign(places, from: left + even, by: even)
    }
  }

  private enum Side { case left, right }

  /// The side of a new member on which the next one is expected, if its neighbors are new too.
  private func nextSide(of places: Range<Int>) -> Side? {
    guard places.count == 1, places.lowerBound > 0, places.upperBound < members.count else {
      return nil
    }
    let new = members[places.lowerBound]
    let left = members[places.lowerBound - 1]
    let right = members[places.upperBound]
    let isRow = new - Self.recent...new
    guard new > max(left, right), isRow.contains(left), isRow.contains(right) else { return nil }
    return left > right ? .left : .right
  }

  private func isClose(_ place: Int, _ other: Int, _ width: Int64) -> Bool {
    guard keys.indices.contains(place), keys.indices.contains(other), let key = keys[place],
      let next = keys[other]
    else { return false }
    return abs(key - next) <= width
  }

  // MARK: Making room

  /// Moves neighbors of members that do not fit into their gap, on the side where fewer have to move.
  private mutating func makeRoom(for places: Range<Int>) {
    var moved = 1
    while true {
      if moveRight(places, moved) || moveLeft(places, moved) { return }
      moved += 1
    }
  }

  /// Moves the neighbors after the members, if that makes enough room, or all if they are few.
  private mutating func moveRight(_ places: Range<Int>, _ moved: Int) -> Bool {
    let left = places.lowerBound > 0 ? keys[places.lowerBound - 1] ?? 0 : 0
    let end = places.upperBound + moved
    let count = Int64(places.count)
    guard places.upperBound + moved * Self.rest < keys.count else {
      let middle = left + Self.wide
      assign(places, from: middle, by: Self.step)
      let first = middle + count * Self.step + Self.wide
      assign(places.upperBound..<keys.count, from: first, by: Self.step)
      return true
    }
    guard let bound = keys[end],
      let gap = Self.gap(in: bound - left, moving: Int64(moved), inserting: count)
    else { return false }
    assign(places, from: left + gap, by: Self.narrow)
    assign(
      places.upperBound..<end,
      from: bound - Int64(moved) * Self.narrow,
      by: Self.narrow
    )
    return true
  }

  /// Moves the neighbors before the members, if that makes enough room, or all if they are few.
  private mutating func moveLeft(_ places: Range<Int>, _ moved: Int) -> Bool {
    guard let right = keys[places.upperBound] else { return false }
    let start = places.lowerBound - moved
    let count = Int64(places.count)
    guard places.lowerBound - moved * Self.rest > 0 else {
      let first = right - Self.wide - count * Self.step
      assign(places, from: first, by: Self.step)
      let before = places.lowerBound
      assign(0..<before, from: first - Self.wide - Int64(before) * Self.step, by: Self.step)
      return true
    }
    guard let bound = keys[start - 1],
      let gap = Self.gap(in: right - bound, moving: Int64(moved), inserting: count)
    else { return false }
    assign(start..<places.lowerBound, from: bound + Self.narrow, by: Self.narrow)
    assign(places, from: right - gap - (count - 1) * Self.narrow, by: Self.narrow)
    return true
  }

  /// The free width on each side of the members in a window; nil if it is too small to move the neighbors.
  private static func gap(in width: Int64, moving moved: Int64, inserting count: Int64) -> Int64? {
    let free = width - (moved + count + 1) * narrow
    return free >= step * max(2, moved / 8) ? free / 2 : nil
  }

  /// The free width on each side of the members without a limit.
  private static let wide: Int64 = 1 << 32
}
