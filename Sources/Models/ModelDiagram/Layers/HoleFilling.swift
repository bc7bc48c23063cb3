/// Places arrangements together so that small ones fill the gaps in large ones.
///
/// The largest comes first. Each of the others goes where the picture grows least, between the boxes and
/// lines of those before it if there is room.
struct HoleFilling {
  private let parts: [Arrangement]
  private let gap: Int

  /// The number of boxes and lines above which the search would take too long.
  private static let mostObstacles = 400

  init(_ parts: [Arrangement], gap: Int) {
    self.parts = parts
    self.gap = gap
  }

  /// The distance that each arrangement moves, or nil for too large a diagram.
  func moves() -> [Point]? {
    let shapes = parts.map(Self.shape)
    guard shapes.reduce(0, { $0 + $1.count }) <= Self.mostObstacles else { return nil }
    let bounds = parts.map(\.bounds)
    let order = parts.indices.sorted { left, right in
      let (first, second) = (bounds[left], bounds[right])
      return (first.width * first.height, right) > (second.width * second.height, left)
    }
    guard let first = order.first else { return [] }
    var moves = parts.map { _ in Point(x: 0, y: 0) }
    var whole = bounds[first]
    var free = FreePlaces(shapes[first] + [Self.corner(of: whole)], gapX: gap, gapY: gap)
    for index in order.dropFirst() {
      let (old, own) = (whole, bounds[index])
      let shape = shapes[index].map { $0.moved(x: -own.minX, y: -own.minY) }
      let place = free.best(for: shape) { place in
        let new = old.union(own.moved(x: place.x - own.minX, y: place.y - own.minY))
        return DiagramShape.extent(width: new.width, height: new.height)
          + Double(new.width + new.height) * 0.2
      }
      guard let place else { return nil }
      moves[index] = Point(x: place.x - own.minX, y: place.y - own.minY)
      for rect in shape { free.add(rect.moved(x: place.x, y: place.y)) }
      whole = old.union(own.moved(x: moves[index].x, y: moves[index].y))
    }
    return moves
  }

  /// An obstacle without extent, which offers the upper left corner of the page as a place.
  private static func corner(of bounds: Rect) -> Rect {
    Rect(x: bounds.minX, y: bounds.minY, width: 0, height: 0)
  }

  /// The boxes, and the lines as thin rectangles.
  private static func shape(of part: Arrangement) -> [Rect] {
    let lines = part.routes.flatMap { route in
      zip(route, route.dropFirst()).map { start, end in
        Rect(
          x: min(start.x, end.x),
          y: min(start.y, end.y),
          width: max(abs(start.x - end.x), 1),
          height: max(abs(start.y - end.y), 1)
        )
      }
    }
    return part.boxes + lines
  }
}
