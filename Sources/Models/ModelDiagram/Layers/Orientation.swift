/// The decision which of two connected boxes stands left of the other.
enum Orientation: Sendable, CaseIterable {
  /// Owners left of what they own, parents left of children.
  case ownership
  /// The center of the graph leftmost, and everything else by its distance from it.
  case fromCentre
  /// The center of the graph in the middle of the page, and its branches divided between both sides.
  case aroundCentre

  /// One arc for each pair of connected boxes.
  func arcs(of graph: LayoutGraph) -> [Arc] {
    let pairs = Self.pairs(of: graph)
    guard self != .ownership else { return pairs.map(\.arc) }
    let distances = CentreDistances(graph, pairs: pairs, isTwoSided: self == .aroundCentre)
    return pairs.map { pair in
      let (from, to) = (distances.levels[pair.arc.from], distances.levels[pair.arc.to])
      guard !pair.isInheritance, from > to else { return pair.arc }
      return Arc(from: pair.arc.to, to: pair.arc.from, weight: pair.arc.weight)
    }
  }

  struct Pair {
    var arc: Arc
    var isInheritance: Bool
  }

  /// The pairs of connected boxes, each in the direction that has the greater weight.
  private static func pairs(of graph: LayoutGraph) -> [Pair] {
    var weights: [[Int]: (weight: Int, isInheritance: Bool)] = [:]
    for edge in graph.edges where !edge.isLoop {
      let (tail, head) = (edge.tail.box, edge.head.box)
      let isForward = (tail < head) != edge.isReversed
      let key = [min(tail, head), max(tail, head)]
      weights[key, default: (0, false)].weight += isForward ? edge.weight : -edge.weight
      if edge.weight > 1 { weights[key, default: (0, false)].isInheritance = true }
    }
    return weights.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, value in
      let arc =
        value.weight >= 0
        ? Arc(from: key[0], to: key[1], weight: max(value.weight, 1))
        : Arc(from: key[1], to: key[0], weight: -value.weight)
      return Pair(arc: arc, isInheritance: value.isInheritance)
    }
  }
}

/// The distance of the boxes of a connected graph from its center.
private struct CentreDistances {
  /// The distance of each box; negative on the left side.
  private(set) var levels: [Int]

  private var neighbours: [[Int]]

  init(_ graph: LayoutGraph, pairs: [Orientation.Pair], isTwoSided: Bool) {
    neighbours = Array(repeating: [], count: graph.boxes.count)
    for pair in pairs {
      neighbours[pair.arc.from].append(pair.arc.to)
      neighbours[pair.arc.to].append(pair.arc.from)
    }
    levels = []
    let centre = centre()
    levels = walk(from: centre).levels
    if isTwoSided { share(around: centre, heights: graph.boxes.map(\.height), pairs: pairs) }
  }

  /// The box with the least distance to its farthest one; among several, the one with most neighbors.
  private func centre() -> Int {
    neighbours.indices.min { left, right in
      let first = (walk(from: left).levels.max() ?? 0, -neighbours[left].count, left)
      let second = (walk(from: right).levels.max() ?? 0, -neighbours[right].count, right)
      return first < second
    } ?? 0
  }

  /// The distances from a box, and the neighbor of it through which each path leads.
  private func walk(from start: Int) -> (levels: [Int], branches: [Int]) {
    var levels = Array(repeating: -1, count: neighbours.count)
    var branches = Array(repeating: -1, count: neighbours.count)
    guard levels.indices.contains(start) else { return (levels, branches) }
    levels[start] = 0
    var queue = [start]
    var next = 0
    while next < queue.count {
      let box = queue[next]
      next += 1
      for neighbour in neighbours[box] where levels[neighbour] < 0 {
        levels[neighbour] = levels[box] + 1
        branches[neighbour] = box == start ? neighbour : branches[box]
        queue.append(neighbour)
      }
    }
    return (levels, branches)
  }

  /// Assigns each branch to the side that has less so far; parents go left and children right.
  private mutating func share(around centre: Int, heights: [Int], pairs: [Orientation.Pair]) {
    let branches = walk(from: centre).branches
    var sizes: [Int: Int] = [:]
    for (box, branch) in branches.enumerated() where branch >= 0 {
      sizes[branch, default: 0] += heights[box]
    }
    var fixed: [Int: Bool] = [:]
    for pair in pairs where pair.isInheritance {
      if pair.arc.from == centre { fixed[pair.arc.to] = false }
      if pair.arc.to == centre { fixed[pair.arc.from] = true }
    }
    var balance = 0
    var isLeft: Set<Int> = []
    for (branch, size) in sizes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let goesLeft = fixed[branch] ?? (balance > 0)
      if goesLeft { isLeft.insert(branch) }
      balance += goesLeft ? -size : size
    }
    for (box, branch) in branches.enumerated() where isLeft.contains(branch) {
      levels[box] = -levels[box]
    }
  }
}
