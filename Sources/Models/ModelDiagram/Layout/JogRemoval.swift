/// Straightens lines that deviate by a few pixels from a horizontal.
///
/// A line may touch its box a little above or below the middle of its row. That looks better than a
/// tiny bend.
enum JogRemoval {
  /// The distance that an end may move from the middle of its row.
  private static let slack = 4

  /// The line of an edge, whose ends may have moved, unless other lines end at the same place.
  static func straightened(_ edge: LayoutGraph.Edge, route: [Point]) -> [Point] {
    guard !edge.isLoop else { return corners(of: route) }
    let isStartFree = edge.tree == nil || !edge.isTreeRootedAtTail
    let isEndFree = edge.tree == nil || edge.isTreeRootedAtTail
    var route = route
    if route.count == 4, route[0].y == route[1].y, route[2].y == route[3].y {
      let difference = abs(route[0].y - route[3].y)
      if difference <= (isStartFree && isEndFree ? 2 * slack : slack) {
        let middle = (route[0].y + route[3].y) / 2
        let height = !isStartFree ? route[0].y : !isEndFree ? route[3].y : middle
        for index in route.indices { route[index].y = height }
      }
    } else if route.count > 4 {
      if isStartFree { straightenStart(of: &route) }
      if isEndFree {
        route.reverse()
        straightenStart(of: &route)
        route.reverse()
      }
    }
    return corners(of: route)
  }

  private static func straightenStart(of route: inout [Point]) {
    guard route[0].y == route[1].y, abs(route[0].y - route[2].y) <= slack else { return }
    (route[0].y, route[1].y) = (route[2].y, route[2].y)
  }

  /// The points of a line at which it changes its direction, and its ends.
  static func corners(of points: [Point]) -> [Point] {
    var result: [Point] = []
    for point in points where point != result.last {
      if let last = result.last, result.count > 1 {
        let before = result[result.count - 2]
        let isStraight =
          (before.x == last.x && last.x == point.x) || (before.y == last.y && last.y == point.y)
        if isStraight { result.removeLast() }
      }
      result.append(point)
    }
    return result
  }
}
