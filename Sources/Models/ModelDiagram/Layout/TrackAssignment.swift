/// The part of a line that runs along a channel between other things, with its ends across it.
///
/// For a channel between two columns the part is vertical, `span` is its stretch of the y axis, and the
/// ends leave it to the left (lower) or to the right (upper).
struct ChannelPart: Sendable {
  struct End: Sendable {
    var place: Int
    var leavesUpward: Bool
  }

  var ends: [End]

  var span: Span {
    ends.dropFirst().reduce(Span(ends[0].place, ends[0].place)) {
      Span(min($0.low, $1.place), max($0.high, $1.place))
    }
  }

  /// - Parameter ends: At least one.
  init?(ends: [End]) {
    guard !ends.isEmpty else { return nil }
    self.ends = ends
  }
}

/// Assigns tracks to parallel parts of lines in a channel, so that no two overlap and few lines cross.
struct TrackAssignment {
  private let parts: [ChannelPart]
  private let spans: [Span]

  /// The least distance along the channel between parts that share a track.
  private static let clearance = 10

  init(_ parts: [ChannelPart]) {
    self.parts = parts
    spans = parts.map(\.span)
  }

  /// The track of each part, from 0, and the number of tracks.
  func tracks() -> (ofParts: [Int], count: Int) {
    var tracks = Array(repeating: 0, count: parts.count)
    var placed: [Int] = []
    for part in order() {
      let lower = placed.filter { spans[$0].meets(spans[part], within: Self.clearance) }
      tracks[part] = lower.map { tracks[$0] + 1 }.max() ?? 0
      placed.append(part)
    }
    return (tracks, tracks.max().map { $0 + 1 } ?? 0)
  }

  /// The parts from the low side of the channel to the high one.
  func order() -> [Int] {
    var order: [Int] = []
    let sequence = parts.indices.sorted {
      (spans[$0].high - spans[$0].low, $0) > (spans[$1].high - spans[$1].low, $1)
    }
    for part in sequence { insert(part, into: &order) }
    for _ in 0..<4 {
      var changed = false
      for index in order.indices.dropLast()
      where cost(order[index + 1], below: order[index])
        < cost(order[index], below: order[index + 1])
      {
        order.swapAt(index, index + 1)
        changed = true
      }
      if !changed { break }
    }
    return order
  }

  private func insert(_ part: Int, into order: inout [Int]) {
    // Before all others, the part has every other above it; each step to the right turns one pair.
    var running = 0
    var best = (cost: 0, index: 0)
    for (index, other) in order.enumerated() {
      running += cost(other, below: part) - cost(part, below: other)
      if running < best.cost { best = (running, index + 1) }
    }
    order.insert(part, at: best.index)
  }

  /// The cost of giving one part a lower track than another: a crossing costs 1, and lines that
  /// would lie on each other cost a lot.
  private func cost(_ first: Int, below second: Int) -> Int {
    guard spans[first].meets(spans[second], within: Self.clearance) else { return 0 }
    var total = 0
    for end in parts[first].ends where end.leavesUpward {
      if spans[second].containsInside(end.place) { total += 1 }
      for other in parts[second].ends
      where !other.leavesUpward && abs(other.place - end.place) < 6 {
        total += 16
      }
    }
    for end in parts[second].ends where !end.leavesUpward {
      if spans[first].containsInside(end.place) { total += 1 }
    }
    return total
  }
}
