/// Finds routes for lines around boxes: short ones with few bends that avoid overlapping other lines.
///
/// It is an A* search over a ``RoutingGrid`` whose states are a crossing of the grid and the direction
/// in which it was reached.
struct PathSearch {
  private let boxes: [Rect]
  private let grid: RoutingGrid

  /// The horizontal segments that lines already use, by their vertical positions.
  private var takenRows: [Int: [Span]] = [:]

  /// The cost of a bend, in pixels.
  private static let bendCost = 70

  init(boxes: [Rect]) {
    self.boxes = boxes
    grid = RoutingGrid(boxes: boxes)
  }

  /// The corners of a line for an edge.
  mutating func route(_ edge: LayoutGraph.Edge) -> [Point] {
    let tail = contacts(of: edge.tail, isUpright: edge.hasUprightEnds)
    let head = contacts(of: edge.head, isUpright: edge.hasUprightEnds)
    if edge.isLoop { return [tail[1].touch, tail[1].bend, head[1].bend, head[1].touch] }
    let bends = (tail + head).map(\.bend)
    let grid = grid.adding(columns: bends.map(\.x), rows: bends.map(\.y))
    var run = PathSearchRun(
      grid: grid,
      starts: tail,
      goals: head,
      taken: takenRows,
      bendCost: Self.bendCost
    )
    let way = run.way()
    guard let start = tail.first(where: { $0.bend == way.first }),
      let end = head.first(where: { $0.bend == way.last })
    else { return [tail[1].touch, head[0].touch] }
    let route = [start.touch] + way + [end.touch]
    for (first, second) in zip(route, route.dropFirst()) where first.y == second.y {
      takenRows[first.y, default: []].append(Span(first.x, second.x))
    }
    return JogRemoval.corners(of: route)
  }

  /// The points at which a line can touch a box: at its left and right side, and for some above and below.
  private func contacts(of end: LayoutGraph.End, isUpright: Bool) -> [Contact] {
    let box = boxes[end.box]
    let y = box.minY + end.offset
    let sides = [
      Contact(Point(x: box.minX, y: y), .left), Contact(Point(x: box.maxX, y: y), .right),
    ]
    guard isUpright else { return sides }
    let x = box.minX + box.width / 2
    return sides + [
      Contact(Point(x: x, y: box.minY), .up), Contact(Point(x: x, y: box.maxY), .down),
    ]
  }
}

/// A place at a box from which a line can leave it.
private struct Contact {
  var touch: Point
  var direction: Direction
  /// The first place at which the line can bend.
  var bend: Point

  init(_ touch: Point, _ direction: Direction) {
    self.touch = touch
    self.direction = direction
    bend = touch
    switch direction {
    case .left: bend.x -= RoutingGrid.sideDistance
    case .right: bend.x += RoutingGrid.sideDistance
    case .up: bend.y -= RoutingGrid.rowDistance
    case .down: bend.y += RoutingGrid.rowDistance
    }
  }
}

private enum Direction: Int, CaseIterable {
  case left
  case right
  case up
  case down

  var isHorizontal: Bool { self == .left || self == .right }
}

/// One search.
private struct PathSearchRun {
  private let grid: RoutingGrid
  private let starts: [Contact]
  private let goals: [Contact]
  private let taken: [Int: [Span]]
  private let bendCost: Int
  private var costs: [Int]
  private var origins: [Int]
  private var queue = PriorityQueue()

  init(
    grid: RoutingGrid,
    starts: [Contact],
    goals: [Contact],
    taken: [Int: [Span]],
    bendCost: Int
  ) {
    self.grid = grid
    self.starts = starts
    self.goals = goals
    self.taken = taken
    self.bendCost = bendCost
    let states = grid.columns.count * grid.rows.count * 4
    costs = Array(repeating: .max, count: states)
    origins = Array(repeating: -1, count: states)
  }

  /// The path from one of the starts to one of the goals.
  mutating func way() -> [Point] {
    for start in starts {
      guard let place = crossing(at: start.bend) else { continue }
      reach(place.column, place.row, start.direction, cost: 0, from: -1)
    }
    while let state = queue.popFirst() {
      let (column, row, direction) = unpacked(state)
      let point = Point(x: grid.columns[column], y: grid.rows[row])
      if goals.contains(where: { $0.bend == point }) { return points(to: state) }
      expand(state, column, row, direction)
    }
    return []
  }

  private mutating func expand(_ state: Int, _ column: Int, _ row: Int, _ direction: Direction) {
    let cost = costs[state]
    for next in Direction.allCases where !isOpposite(next, direction) {
      let (nextColumn, nextRow) = neighbour(of: column, row, next)
      guard grid.columns.indices.contains(nextColumn), grid.rows.indices.contains(nextRow),
        next.isHorizontal
          ? grid.isFree(row: row, from: column, to: nextColumn)
          : grid.isFree(column: column, from: row, to: nextRow)
      else { continue }
      let length =
        abs(grid.columns[nextColumn] - grid.columns[column])
        + abs(grid.rows[nextRow] - grid.rows[row])
      let bend = next == direction ? 0 : bendCost
      let shared = next.isHorizontal && isTaken(row, column, nextColumn) ? 2 * length : 0
      reach(nextColumn, nextRow, next, cost: cost + length + bend + shared, from: state)
    }
  }

  private func neighbour(of column: Int, _ row: Int, _ direction: Direction) -> (Int, Int) {
    switch direction {
    case .left: (column - 1, row)
    case .right: (column + 1, row)
    case .up: (column, row - 1)
    case .down: (column, row + 1)
    }
  }

  private func isOpposite(_ first: Direction, _ second: Direction) -> Bool {
    first != second && first.isHorizontal == second.isHorizontal
  }

  private func isTaken(_ row: Int, _ first: Int, _ second: Int) -> Bool {
    let span = Span(grid.columns[first], grid.columns[second])
    return taken[grid.rows[row]]?.contains { $0.low < span.high && span.low < $0.high } ?? false
  }

  private mutating func reach(
    _ column: Int,
    _ row: Int,
    _ direction: Direction,
    cost: Int,
    from origin: Int
  ) {
    let state = (row * grid.columns.count + column) * 4 + direction.rawValue
    let point = Point(x: grid.columns[column], y: grid.rows[row])
    // A line that runs along the side of a box bends before it enters.
    let isAlongSide = goals.contains {
      $0.bend == point && $0.direction.isHorizontal != direction.isHorizontal
    }
    let cost = cost + (isAlongSide ? bendCost : 0)
    guard cost < costs[state] else { return }
    costs[state] = cost
    origins[state] = origin
    let rest = goals.map { abs($0.bend.x - point.x) + abs($0.bend.y - point.y) }.min() ?? 0
    queue.insert(state, priority: cost + rest)
  }

  private func crossing(at point: Point) -> (column: Int, row: Int)? {
    let column = grid.columns.partitioningIndex { $0 >= point.x }
    let row = grid.rows.partitioningIndex { $0 >= point.y }
    guard column < grid.columns.count, grid.columns[column] == point.x,
      row < grid.rows.count, grid.rows[row] == point.y
    else { return nil }
    return (column, row)
  }

  private func unpacked(_ state: Int) -> (column: Int, row: Int, direction: Direction) {
    let crossing = state / 4
    let direction = Direction(rawValue: state % 4) ?? .left
    return (crossing % grid.columns.count, crossing / grid.columns.count, direction)
  }

  private func points(to state: Int) -> [Point] {
    var result: [Point] = []
    var next = state
    while next >= 0 {
      let (column, row, _) = unpacked(next)
      result.append(Point(x: grid.columns[column], y: grid.rows[row]))
      next = origins[next]
    }
    return result.reversed()
  }
}
