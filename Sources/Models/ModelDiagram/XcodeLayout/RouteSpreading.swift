/// Separates lines that overlap or are close to each other.
///
/// Vertical parts of lines that are near each other form a bundle; a bundle is spread over the free space
/// on both sides in an order with few crossings. Then the same is done for horizontal parts, except those
/// that end at boxes, which are fixed.
struct RouteSpreading {
  private var routes: [[Point]]
  private let trees: [Int?]
  private let boxes: [Rect]

  /// The distance between neighboring lines where there is room for it.
  private static let gap = 12

  init(_ routes: [[Point]], trees: [Int?], boxes: [Rect]) {
    self.routes = routes
    self.trees = trees
    self.boxes = boxes
  }

  mutating func spread() -> [[Point]] {
    for _ in 0..<3 {
      spread(Axis(isUpright: true))
      spread(Axis(isUpright: false))
    }
    return routes.map(JogRemoval.corners(of:))
  }

  /// A part of a line: from one corner of a route to the next.
  private struct Part {
    var route: Int
    var corner: Int
    var place: Int
    var span: Span
    /// The range to which the part can move.
    var room: Span
    var ends: [ChannelPart.End]
  }

  private mutating func spread(_ axis: Axis) {
    joinTrees(axis)
    for bundle in bundles(of: parts(along: axis)) where bundle.count > 1 {
      place(bundle, along: axis)
    }
  }

  /// Moves parts onto the ends of other lines of their tree, which are fixed, if they are near them.
  private mutating func joinTrees(_ axis: Axis) {
    var ends: [Int: [(place: Int, span: Span)]] = [:]
    for (index, route) in routes.enumerated() where route.count > 2 {
      guard let tree = trees[index] else { continue }
      let last = route.count - 1
      for (start, end) in [(route[0], route[1]), (route[last - 1], route[last])]
      where axis.across(start) == axis.across(end) {
        ends[tree, default: []].append(
          (axis.across(start), Span(axis.along(start), axis.along(end)))
        )
      }
    }
    for part in parts(along: axis) {
      guard let tree = trees[part.route] else { continue }
      let near = ends[tree]?.first { end in
        abs(end.place - part.place) < Self.gap && end.span.meets(part.span)
          && part.room.low <= end.place && end.place <= part.room.high
      }
      if let near { move(part, to: near.place, axis: axis) }
    }
  }

  private func parts(along axis: Axis) -> [Part] {
    var parts: [Part] = []
    for (index, route) in routes.enumerated() where route.count > 3 {
      for corner in 1..<route.count - 2 {
        let (start, end) = (route[corner], route[corner + 1])
        guard axis.across(start) == axis.across(end), axis.along(start) != axis.along(end) else {
          continue
        }
        let place = axis.across(start)
        let span = Span(axis.along(start), axis.along(end))
        guard let room = room(at: place, span: span, axis: axis) else { continue }
        let ends = [
          ChannelPart.End(
            place: axis.along(start),
            leavesUpward: axis.across(route[corner - 1]) > place
          ),
          ChannelPart.End(
            place: axis.along(end),
            leavesUpward: axis.across(route[corner + 2]) > place
          ),
        ]
        parts.append(
          Part(route: index, corner: corner, place: place, span: span, room: room, ends: ends)
        )
      }
    }
    return parts
  }

  /// The range in which a part can move before it comes too close to a box.
  private func room(at place: Int, span: Span, axis: Axis) -> Span? {
    let (sideways, lengthways) = axis.clearances
    var (low, high) = (place - 200, place + 200)
    for box in boxes {
      let (first, last) = axis.along(box)
      guard span.low < last + lengthways, first - lengthways < span.high else { continue }
      let (near, far) = axis.across(box)
      if far + sideways <= place {
        low = max(low, far + sideways)
      } else if near - sideways >= place {
        high = min(high, near - sideways)
      } else {
        return nil
      }
    }
    return low <= high ? Span(low, high) : nil
  }

  /// The transitive groups of parts that are near each other.
  private func bundles(of parts: [Part]) -> [[Part]] {
    var bundles: [[Part]] = []
    for part in parts.sorted(by: { ($0.place, $0.route) < ($1.place, $1.route) }) {
      let near = bundles.indices.filter { index in
        bundles[index].contains {
          abs($0.place - part.place) < Self.gap && $0.span.meets(part.span, within: 8)
        }
      }
      let members = near.flatMap { bundles[$0] } + [part]
      for index in near.reversed() { bundles.remove(at: index) }
      bundles.append(members)
    }
    return bundles
  }

  private mutating func place(_ bundle: [Part], along axis: Axis) {
    let (low, high) = (
      bundle.map(\.room.low).max() ?? 0, bundle.map(\.room.high).min() ?? 0
    )
    guard low < high else { return }
    // Lines of one tree stay together.
    var groups: [[Int]] = []
    var known: [Int: Int] = [:]
    for (index, part) in bundle.enumerated() {
      if let tree = trees[part.route], let group = known[tree] {
        groups[group].append(index)
      } else {
        if let tree = trees[part.route] { known[tree] = groups.count }
        groups.append([index])
      }
    }
    let channel = groups.compactMap { ChannelPart(ends: $0.flatMap { bundle[$0].ends }) }
    let (tracks, count) = TrackAssignment(channel).tracks()
    let middle = bundle.reduce(0) { $0 + $1.place } / bundle.count
    let gap = min(Self.gap, (high - low) / max(count - 1, 1))
    let extent = gap * (count - 1)
    let first = min(max(middle - extent / 2, low), high - extent)
    for (group, track) in zip(groups, tracks) {
      for index in group { move(bundle[index], to: first + track * gap, axis: axis) }
    }
  }

  private mutating func move(_ part: Part, to place: Int, axis: Axis) {
    axis.setAcross(&routes[part.route][part.corner], to: place)
    axis.setAcross(&routes[part.route][part.corner + 1], to: place)
  }
}

/// Distinguishes the coordinates of vertical and horizontal parts of lines.
private struct Axis {
  let isUpright: Bool

  func along(_ point: Point) -> Int { isUpright ? point.y : point.x }
  func across(_ point: Point) -> Int { isUpright ? point.x : point.y }

  func along(_ box: Rect) -> (Int, Int) {
    isUpright ? (box.minY, box.maxY) : (box.minX, box.maxX)
  }

  func across(_ box: Rect) -> (Int, Int) {
    isUpright ? (box.minX, box.maxX) : (box.minY, box.maxY)
  }

  /// The distances from boxes that are kept across and along the part.
  var clearances: (across: Int, along: Int) {
    let (side, row) = (RoutingGrid.sideDistance - 6, RoutingGrid.rowDistance - 6)
    return isUpright ? (side, row) : (row, side)
  }

  func setAcross(_ point: inout Point, to place: Int) {
    if isUpright { point.x = place } else { point.y = place }
  }
}
