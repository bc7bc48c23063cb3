/// Boxes that edges connect, as a graph of their own.
struct ConnectedPart: Sendable {
  /// The boxes and edges as indexes of the whole graph.
  var boxes: [Int]
  var edges: [Int]

  /// The part with indexes of its own, in the same order.
  var graph: LayoutGraph
}

/// The connected parts of a graph, in the order of their first boxes.
struct ConnectedParts {
  let parts: [ConnectedPart]

  init(_ graph: LayoutGraph) {
    var leaders = Array(graph.boxes.indices)
    func leader(of box: Int) -> Int {
      var current = box
      while leaders[current] != current {
        leaders[current] = leaders[leaders[current]]
        current = leaders[current]
      }
      return current
    }
    for edge in graph.edges {
      let (first, second) = (leader(of: edge.tail.box), leader(of: edge.head.box))
      leaders[max(first, second)] = min(first, second)
    }
    var places: [Int: Int] = [:]
    var boxes: [[Int]] = []
    var localIndexes: [Int] = []
    for box in graph.boxes.indices {
      let leader = leader(of: box)
      let place = places[leader] ?? boxes.count
      if place == boxes.count { boxes.append([]) }
      places[leader] = place
      localIndexes.append(boxes[place].count)
      boxes[place].append(box)
    }
    var edges = Array(repeating: [Int](), count: boxes.count)
    for (index, edge) in graph.edges.enumerated() {
      if let place = places[leader(of: edge.tail.box)] { edges[place].append(index) }
    }
    parts = zip(boxes, edges).map { boxes, edges in
      ConnectedPart(
        boxes: boxes,
        edges: edges,
        graph: LayoutGraph(
          boxes: boxes.map { graph.boxes[$0] },
          edges: edges.map { Self.local(graph.edges[$0], localIndexes) }
        )
      )
    }
  }

  private static func local(_ edge: LayoutGraph.Edge, _ indexes: [Int]) -> LayoutGraph.Edge {
    var copy = edge
    copy.tail.box = indexes[edge.tail.box]
    copy.head.box = indexes[edge.head.box]
    return copy
  }
}
