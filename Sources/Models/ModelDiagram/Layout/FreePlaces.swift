/// Finds room for rectangles among others.
struct FreePlaces {
  private var obstacles: [Rect]
  private var columns: Set<Int>
  private var rows: Set<Int>
  private let gapX: Int
  private let gapY: Int

  /// - Parameters:
  ///   - obstacles: The rectangles that are already placed.
  ///   - gapX: The space to keep to the left and right of obstacles.
  ///   - gapY: The space to keep above and below obstacles.
  init(_ obstacles: [Rect], gapX: Int, gapY: Int) {
    self.obstacles = []
    (columns, rows) = ([], [])
    (self.gapX, self.gapY) = (gapX, gapY)
    for obstacle in obstacles { add(obstacle) }
  }

  mutating func add(_ obstacle: Rect) {
    obstacles.append(obstacle)
    columns.formUnion([obstacle.minX, obstacle.maxX + gapX])
    rows.formUnion([obstacle.minY, obstacle.maxY + gapY])
  }

  /// The free place with the lowest cost that is aligned with a side of an obstacle.
  ///
  /// The rectangles of the shape are placed together; their origins are relative to the returned point.
  func best(for shape: [Rect], cost: (Point) -> Double) -> Point? {
    var best: (cost: Double, point: Point)?
    for y in rows.sorted() {
      for x in columns.sorted() {
        let point = Point(x: x, y: y)
        let cost = cost(point)
        guard best.map({ cost < $0.cost }) ?? true, isFree(shape, at: point) else { continue }
        best = (cost, point)
      }
    }
    return best?.point
  }

  private func isFree(_ shape: [Rect], at point: Point) -> Bool {
    shape.allSatisfy { part in
      let rect = part.moved(x: point.x, y: point.y).grown(x: gapX, y: gapY)
      return !obstacles.contains { $0.overlaps(rect) }
    }
  }
}
