/// Arranges a diagram as in Xcode, and routes the lines around the boxes.
struct DrawnArrangement {
  private let graph: LayoutGraph
  private let positions: DrawnPositions

  init(_ graph: LayoutGraph, positions: DrawnPositions) {
    self.graph = graph
    self.positions = positions
  }

  /// The number of boxes above which a search for paths between all of them would take too long.
  private static let mostBoxes = 150

  /// The product of boxes and lines above which lines may overlap.
  private static let mostSpreading = 1_000_000

  func arrangement() -> Arrangement {
    guard graph.boxes.count <= Self.mostBoxes else { return largeArrangement() }
    let boxes = placedBoxes()
    var search = PathSearch(boxes: boxes)
    var routes = graph.edges.map { _ in [Point]() }
    // Short lines first: long ones can go around them.
    for index in graph.edges.indices.sorted(by: { isShorter($0, $1, boxes: boxes) }) {
      let route = search.route(graph.edges[index])
      routes[index] = straightened(route, of: graph.edges[index], boxes: boxes)
    }
    var spreading = RouteSpreading(routes, trees: graph.edges.map(\.tree), boxes: boxes)
    return Arrangement(boxes: boxes, routes: spreading.spread())
  }

  private func largeArrangement() -> Arrangement {
    let boxes = placedBoxes()
    let routing = NearbyRouting(boxes: boxes)
    let routes = graph.edges.map { edge in
      straightened(routing.route(edge), of: edge, boxes: boxes)
    }
    guard boxes.count * routes.count <= Self.mostSpreading else {
      return Arrangement(boxes: boxes, routes: routes)
    }
    var spreading = RouteSpreading(routes, trees: graph.edges.map(\.tree), boxes: boxes)
    return Arrangement(boxes: boxes, routes: spreading.spread())
  }

  /// A line from a parent down (or up) to a child, ending beside the middle of the child if that makes it
  /// straight.
  private func straightened(
    _ route: [Point],
    of edge: LayoutGraph.Edge,
    boxes: [Rect]
  ) -> [Point] {
    guard route.count == 4, route[0].x == route[1].x, route[2].x == route[3].x else { return route }
    let (child, x) = (boxes[edge.head.box], route[0].x)
    guard x > child.minX + RoutingGrid.rowDistance, x < child.maxX - RoutingGrid.rowDistance else {
      return route
    }
    let (start, end) = (min(route[0].y, route[3].y), max(route[0].y, route[3].y))
    let way = Rect(x: x, y: start + 1, width: 1, height: end - start - 2)
      .grown(x: RoutingGrid.rowDistance, y: 0)
    guard !boxes.contains(where: { $0.overlaps(way) }) else { return route }
    return [route[0], Point(x: x, y: route[3].y)]
  }

  private func isShorter(_ left: Int, _ right: Int, boxes: [Rect]) -> Bool {
    let lengths = [left, right].map { index in
      let (tail, head) = (boxes[graph.edges[index].tail.box], boxes[graph.edges[index].head.box])
      return abs(tail.minX - head.minX) + abs(tail.minY - head.minY)
    }
    return (lengths[0], left) < (lengths[1], right)
  }

  /// The boxes at their positions; each without one is placed near a box that it is connected with.
  private func placedBoxes() -> [Rect] {
    var rects = graph.boxes.map { Rect(x: 0, y: 0, width: $0.width, height: $0.height) }
    let placed = rects.indices.filter { positions.places[$0] != nil }
    for index in placed {
      guard let place = positions.places[index] else { continue }
      (rects[index].x, rects[index].y) = (place.x, place.y)
    }
    for (index, rect) in zip(placed, OverlapRemoval.separated(placed.map { rects[$0] })) {
      rects[index] = rect
    }
    if rects.count > Self.mostBoxes {
      putBelow(rects.indices.filter { positions.places[$0] == nil }, placed, in: &rects)
      return rects
    }
    var known = Set(placed)
    var free = FreePlaces(
      placed.map { rects[$0] },
      gapX: OverlapRemoval.gapX,
      gapY: OverlapRemoval.gapY
    )
    let corner = Point(
      x: placed.map { rects[$0].minX }.min() ?? 0,
      y: placed.map { rects[$0].maxY }.max() ?? 0
    )
    var waiting = rects.indices.filter { !known.contains($0) }
    while !waiting.isEmpty {
      let position = waiting.firstIndex { neighbour(of: $0, in: known) != nil } ?? 0
      let index = waiting.remove(at: position)
      let target = neighbour(of: index, in: known).map { rects[$0] }
      let shape = Rect(x: 0, y: 0, width: rects[index].width, height: rects[index].height)
      let place = free.best(for: [shape]) { place in
        guard let target else { return Double(place.y) + Double(place.x) * 0.5 }
        return Double(abs(place.x - target.minX)) + Double(abs(place.y - target.minY))
      }
      rects[index].x = place?.x ?? corner.x
      rects[index].y = place?.y ?? corner.y + OverlapRemoval.gapY
      free.add(rects[index])
      known.insert(index)
    }
    return rects
  }

  /// Places boxes without a position in rows below the others.
  private func putBelow(_ waiting: [Int], _ placed: [Int], in rects: inout [Rect]) {
    guard let first = placed.first else { return }
    let around = placed.reduce(rects[first]) { $0.union(rects[$1]) }
    var place = Point(x: around.minX, y: around.maxY + OverlapRemoval.gapY)
    var height = 0
    for index in waiting {
      if place.x > around.minX, place.x + rects[index].width > around.maxX {
        place = Point(x: around.minX, y: place.y + height + OverlapRemoval.gapY)
        height = 0
      }
      (rects[index].x, rects[index].y) = (place.x, place.y)
      place.x += rects[index].width + OverlapRemoval.gapX
      height = max(height, rects[index].height)
    }
  }

  private func neighbour(of box: Int, in known: Set<Int>) -> Int? {
    for edge in graph.edges where edge.tail.box == box || edge.head.box == box {
      let other = edge.tail.box == box ? edge.head.box : edge.tail.box
      if known.contains(other) { return other }
    }
    return nil
  }
}
