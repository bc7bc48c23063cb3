/// Arranges a diagram in columns, its connected parts beside each other.
struct LayeredArrangement {
  private let graph: LayoutGraph

  /// The least space between boxes of a column.
  static let rowGap = 32
  /// The least space between a box and a line that passes it.
  static let passageGap = 16
  /// The number of boxes above which only a few shapes are tried.
  private static let manyBoxes = 200
  /// The space between connected parts.
  static let partGap = 48

  init(_ graph: LayoutGraph) {
    self.graph = graph
  }

  func arrangement() -> Arrangement {
    let parts = ConnectedParts(graph).parts
    let candidates = parts.map(candidates(for:))
    let chosen = candidates.map { $0.min { $0.score < $1.score } ?? $0[0] }
    return pack(chosen)
  }

  /// The arrangements of a part in several shapes, from wide to high.
  private func candidates(for part: ConnectedPart) -> [PartArrangement] {
    guard part.graph.boxes.count > 1 else {
      return [PartArrangement(part, columnLimit: .max)]
    }
    let heights = part.graph.boxes.map { $0.height + Self.rowGap }
    let area = zip(part.graph.boxes, heights).reduce(0.0) {
      $0 + Double($1.0.width + 90) * Double($1.1)
    }
    let side = (area / DiagramShape.idealRatio).squareRoot()
    let isLarge = part.graph.boxes.count > Self.manyBoxes
    let factors = isLarge ? [1.0] : [0.6, 0.8, 1.0, 1.4]
    let limits = factors.map { max(Int(side * $0), heights.max() ?? 0) }
    return limits.flatMap { limit in
      Orientation.allCases.map {
        PartArrangement(part, columnLimit: limit, orientation: $0)
      }
    }
  }

  private func pack(_ parts: [PartArrangement]) -> Arrangement {
    let arrangements = parts.map(\.arrangement)
    let moves =
      [shelfMoves(of: arrangements), HoleFilling(arrangements, gap: Self.partGap).moves()]
      .compactMap { $0 }
      .min { extent(of: arrangements, movedBy: $0) < extent(of: arrangements, movedBy: $1) } ?? []
    var result = Arrangement(
      boxes: graph.boxes.map { Rect(x: 0, y: 0, width: $0.width, height: $0.height) },
      routes: graph.edges.map { _ in [] }
    )
    for (part, move) in zip(parts, moves) {
      var moved = part.arrangement
      moved.move(x: move.x, y: move.y)
      for (box, rect) in zip(part.part.boxes, moved.boxes) { result.boxes[box] = rect }
      for (edge, route) in zip(part.part.edges, moved.routes) { result.routes[edge] = route }
    }
    return result
  }

  private func shelfMoves(of parts: [Arrangement]) -> [Point] {
    let bounds = parts.map(\.bounds)
    let places = ShelfPacking(
      bounds.map { (width: $0.width + Self.partGap, height: $0.height + Self.partGap) }
    ).places()
    return zip(places, bounds).map { Point(x: $0.x - $1.minX, y: $0.y - $1.minY) }
  }

  private func extent(of parts: [Arrangement], movedBy moves: [Point]) -> Double {
    let rects = zip(parts, moves).map { $0.bounds.moved(x: $1.x, y: $1.y) }
    guard let first = rects.first else { return 0 }
    let whole = rects.dropFirst().reduce(first) { $0.union($1) }
    return DiagramShape.extent(width: whole.width, height: whole.height)
  }
}

/// The desired shape of a picture.
enum DiagramShape {
  /// Width to height, about that of a screen or of a page on its side.
  static let idealRatio = 1.5

  /// The extent of a picture of this size on a page of the ideal shape: smaller is better.
  static func extent(width: Int, height: Int) -> Double {
    max(Double(width) / idealRatio, Double(height))
  }
}
