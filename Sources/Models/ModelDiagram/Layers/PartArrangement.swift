/// A connected part of a diagram, arranged in columns with channels for the lines between them.
struct PartArrangement {
  let part: ConnectedPart
  let arrangement: Arrangement

  /// The cost of the arrangement; less is better.
  let score: Double

  /// Arranges a part in columns that should not be higher than a limit.
  init(_ part: ConnectedPart, columnLimit: Int, orientation: Orientation = .ownership) {
    self.part = part
    let graph = part.graph
    let assignment = LayerAssignment(
      heights: graph.boxes.map { $0.height + LayeredArrangement.rowGap },
      arcs: orientation.arcs(of: graph),
      limit: columnLimit
    )
    var layered = LayeredGraph(graph, layers: assignment.layers)
    var ordering = LayerOrdering(layered)
    layered.layers = ordering.ordered()
    var alignment = LayerAlignment(layered)
    let columns = ColumnRouting(graph, layered: layered, tops: alignment.aligned())
    arrangement = columns.arrangement()
    let bounds = arrangement.bounds
    // A picture should be small, so that its text is large; crossings and long lines cost extra.
    score =
      DiagramShape.extent(width: bounds.width, height: bounds.height)
      + Double(LineCrossings.count(in: arrangement.routes)) * 8
      + Double(Self.length(of: arrangement.routes)) * 0.02
  }

  private static func length(of routes: [[Point]]) -> Int {
    routes.reduce(0) { total, route in
      zip(route, route.dropFirst()).reduce(total) {
        $0 + abs($1.0.x - $1.1.x) + abs($1.0.y - $1.1.y)
      }
    }
  }
}

/// Counts how often lines of an arrangement cross.
enum LineCrossings {
  static func count(in routes: [[Point]]) -> Int {
    var vertical: [(x: Int, span: Span)] = []
    var horizontal: [(y: Int, span: Span)] = []
    for route in routes {
      for (first, second) in zip(route, route.dropFirst()) {
        if first.x == second.x {
          vertical.append((first.x, Span(first.y, second.y)))
        } else {
          horizontal.append((first.y, Span(first.x, second.x)))
        }
      }
    }
    vertical.sort { $0.x < $1.x }
    return horizontal.reduce(0) { total, line in
      var low = vertical.partitioningIndex { $0.x > line.span.low }
      var count = 0
      while low < vertical.count, vertical[low].x < line.span.high {
        if vertical[low].span.containsInside(line.y) { count += 1 }
        low += 1
      }
      return total + count
    }
  }
}

extension Array {
  /// The first index whose element satisfies a condition that all later ones satisfy too (binary search).
  func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
