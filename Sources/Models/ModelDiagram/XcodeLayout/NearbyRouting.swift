/// Finds routes for lines among so many boxes that a search among all of them would take too long.
///
/// The search considers only the boxes between the ends of a line and around them. If there are too many of them, the
/// line bends twice and passes behind the boxes in its way, as in Xcode's diagrams.
struct NearbyRouting {
  private let boxes: [Rect]

  /// The distance around the ends of a line within which other boxes are considered.
  private static let reach = 160

  /// The number of boxes above which a line is not searched for.
  private static let mostBoxes = 12

  init(boxes: [Rect]) {
    self.boxes = boxes
  }

  /// The corners of a line for an edge.
  func route(_ edge: LayoutGraph.Edge) -> [Point] {
    let (tail, head) = (boxes[edge.tail.box], boxes[edge.head.box])
    let window = tail.union(head).grown(by: Self.reach)
    var near = edge.isLoop ? [tail] : [tail, head]
    for (index, box) in boxes.enumerated() where box.overlaps(window) {
      if index == edge.tail.box || index == edge.head.box { continue }
      near.append(box)
      guard near.count <= Self.mostBoxes else { return behindBoxes(edge) }
    }
    var local = edge
    local.tail.box = 0
    local.head.box = edge.isLoop ? 0 : 1
    var search = PathSearch(boxes: near)
    return search.route(local)
  }

  /// A line that leaves one box to the side, goes up or down at once, and reaches the other from the side.
  private func behindBoxes(_ edge: LayoutGraph.Edge) -> [Point] {
    let (tail, head) = (boxes[edge.tail.box], boxes[edge.head.box])
    let (start, end) = (tail.minY + edge.tail.offset, head.minY + edge.head.offset)
    let distance = RoutingGrid.sideDistance
    let (from, lane, to): (Int, Int, Int) =
      if tail.maxX + 2 * distance <= head.minX {
        (tail.maxX, head.minX - distance, head.minX)
      } else if head.maxX + 2 * distance <= tail.minX {
        (tail.minX, head.maxX + distance, head.maxX)
      } else {
        (tail.minX, min(tail.minX, head.minX) - distance, head.minX)
      }
    return JogRemoval.corners(of: [
      Point(x: from, y: start), Point(x: lane, y: start), Point(x: lane, y: end),
      Point(x: to, y: end),
    ])
  }
}
