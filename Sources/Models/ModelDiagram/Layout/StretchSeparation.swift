/// Moves horizontal segments of lines that overlap those of other lines a few pixels up or down.
///
/// Where many lines share a channel, no order of their tracks keeps all of them apart. A line may touch its box a
/// little above or below the middle of its row.
struct StretchSeparation {
  private(set) var routes: [[Point]]
  private let edges: [LayoutGraph.Edge]
  private let boxes: [Rect]
  private var stretches: [Int: [Stretch]] = [:]

  /// A horizontal part of a line.
  private struct Stretch: Equatable {
    var edge: Int

    /// The index of its first point in the line.
    var position: Int
    var span: Span
  }

  /// The distances that a stretch may move, in the order in which they are tried.
  private static let shifts = [4, -4, 2, -2, 3, -3, 1, -1]

  /// Moves the stretches of lines that have been routed around boxes.
  init(_ routes: [[Point]], of edges: [LayoutGraph.Edge], around boxes: [Rect]) {
    self.routes = routes
    self.edges = edges
    self.boxes = boxes
    for (edge, route) in routes.enumerated() {
      for position in route.indices.dropLast() where route[position].y == route[position + 1].y {
        let span = Span(route[position].x, route[position + 1].x)
        stretches[route[position].y, default: []].append(
          Stretch(edge: edge, position: position, span: span)
        )
      }
    }
    for height in stretches.keys.sorted() { separate(at: height) }
    self.routes = self.routes.map(JogRemoval.corners)
  }

  private mutating func separate(at height: Int) {
    for stretch in stretches[height] ?? []
    where isMovable(stretch) && isShared(stretch, at: height) {
      let shift = Self.shifts.first { shift in
        !isShared(stretch, at: height + shift) && isFree(stretch, at: height + shift)
      }
      if let shift { move(stretch, from: height, by: shift) }
    }
  }

  /// Lines that are drawn as one stay together.
  private func isMovable(_ stretch: Stretch) -> Bool {
    let edge = edges[stretch.edge]
    guard edge.tree != nil else { return true }
    let root = edge.isTreeRootedAtTail ? 0 : routes[stretch.edge].count - 2
    return stretch.position != root
      && !others(beside: stretch, at: routes[stretch.edge][stretch.position].y)
        .contains { isOfOneTree($0, stretch) }
  }

  private func isShared(_ stretch: Stretch, at height: Int) -> Bool {
    others(beside: stretch, at: height).contains { !isOfOneTree($0, stretch) }
  }

  private func others(beside stretch: Stretch, at height: Int) -> [Stretch] {
    (stretches[height] ?? []).filter { other in
      other.edge != stretch.edge
        && min(other.span.high, stretch.span.high) > max(other.span.low, stretch.span.low)
    }
  }

  private func isOfOneTree(_ one: Stretch, _ other: Stretch) -> Bool {
    edges[one.edge].tree.map { $0 == edges[other.edge].tree } ?? false
  }

  private func isFree(_ stretch: Stretch, at height: Int) -> Bool {
    !boxes.contains { box in
      box.minY <= height && height <= box.maxY && stretch.span.low < box.maxX
        && box.minX < stretch.span.high
    }
      && [stretch.position, stretch.position + 1].allSatisfy {
        isInside($0, of: stretch.edge, height)
      }
  }

  /// Whether an end of a line still touches the side of its box.
  private func isInside(_ position: Int, of edge: Int, _ height: Int) -> Bool {
    let end: LayoutGraph.End
    switch position {
    case 0: end = edges[edge].tail
    case routes[edge].count - 1: end = edges[edge].head
    default: return true
    }
    return boxes[end.box].minY < height && height < boxes[end.box].maxY
  }

  private mutating func move(_ stretch: Stretch, from height: Int, by shift: Int) {
    stretches[height]?.removeAll { $0 == stretch }
    stretches[height + shift, default: []].append(stretch)
    routes[stretch.edge][stretch.position].y = height + shift
    routes[stretch.edge][stretch.position + 1].y = height + shift
  }
}
