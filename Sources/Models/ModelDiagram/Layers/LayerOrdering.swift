/// Orders the nodes of each column so that few lines cross.
///
/// Columns are swept in both directions; each is sorted by the mean positions of its neighbors, and
/// adjacent nodes are swapped while that helps. The best order found is kept.
struct LayerOrdering {
  private let graph: LayeredGraph
  private let neighbours: Neighbours
  private var layers: [[Int]]
  private var positions: [Int]

  init(_ graph: LayeredGraph) {
    self.graph = graph
    neighbours = Neighbours(graph)
    layers = graph.layers
    positions = Array(repeating: 0, count: graph.nodes.count)
    for layer in layers.indices { number(layer) }
  }

  /// The nodes of each column, top down.
  mutating func ordered() -> [[Int]] {
    guard layers.count > 1 else { return layers }
    startDepthFirst()
    exchangeNeighbours()
    var best = layers
    var fewest = crossings()
    var idle = 0
    for sweep in 0..<24 where fewest > 0 && idle < 6 {
      if sweep.isMultiple(of: 2) {
        for layer in 1..<layers.count { arrange(layer, isLeftFixed: true) }
      } else {
        for layer in (0..<layers.count - 1).reversed() { arrange(layer, isLeftFixed: false) }
      }
      exchangeNeighbours()
      let count = crossings()
      idle += 1
      if count < fewest { (best, fewest, idle) = (layers, count, 0) }
    }
    return best
  }

  /// Orders the nodes as a depth-first traversal along the links meets them, so that connected nodes begin together.
  private mutating func startDepthFirst() {
    var isKnown = Array(repeating: false, count: graph.nodes.count)
    var order = Array(repeating: [Int](), count: layers.count)
    for start in layers.joined() where !isKnown[start] {
      var pending = [start]
      while let node = pending.popLast() {
        guard !isKnown[node] else { continue }
        isKnown[node] = true
        order[graph.nodes[node].layer].append(node)
        let out = graph.linksOutOf[node].sorted { offset($0) < offset($1) }
        pending.append(contentsOf: graph.linksInto[node].map { graph.links[$0].from })
        pending.append(contentsOf: out.reversed().map { graph.links[$0].to })
      }
    }
    layers = order
    for layer in layers.indices { number(layer) }
  }

  private func offset(_ link: Int) -> Int { graph.links[link].fromOffset }

  private mutating func number(_ layer: Int) {
    for (position, node) in layers[layer].enumerated() { positions[node] = position }
  }

  private mutating func arrange(_ layer: Int, isLeftFixed: Bool) {
    var last = 0.0
    var means: [(mean: Double, node: Int)] = []
    for node in layers[layer] {
      let ends = isLeftFixed ? neighbours.left[node] : neighbours.right[node]
      if !ends.isEmpty {
        let sum = places(of: ends).reduce(0.0) { $0 + Double($1) }
        last = sum / Double(ends.count)
      }
      means.append((last, node))
    }
    layers[layer] = means.enumerated()
      .sorted {
        ($0.element.mean, $0.offset) < ($1.element.mean, $1.offset)
      }
      .map(\.element.node)
    number(layer)
  }
}

extension LayerOrdering {
  private func crossings() -> Int {
    layers.indices.dropLast().reduce(0) { $0 + crossings(rightOf: $1) }
  }

  /// Counts inversions: links sorted by their left ends, then the pairs whose right ends are not.
  private func crossings(rightOf layer: Int) -> Int {
    var ends: [(Int, Int)] = []
    for node in layers[layer] {
      for link in graph.linksOutOf[node] {
        let left = Neighbour(node: node, offset: graph.links[link].fromOffset)
        let right = Neighbour(node: graph.links[link].to, offset: graph.links[link].toOffset)
        ends.append((place(of: left), place(of: right)))
      }
    }
    let sorted = ends.sorted { $0 < $1 }
    let places = Set(sorted.map(\.1)).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0 + 1) })
    var tree = Array(repeating: 0, count: places.count + 1)
    var count = 0
    for (seen, link) in sorted.enumerated() {
      guard let rank = ranks[link.1] else { continue }
      var notGreater = 0
      var index = rank
      while index > 0 {
        notGreater += tree[index]
        index -= index & -index
      }
      count += seen - notGreater
      index = rank
      while index < tree.count {
        tree[index] += 1
        index += index & -index
      }
    }
    return count
  }

  private mutating func exchangeNeighbours() {
    for _ in 0..<8 {
      var changed = false
      for layer in layers.indices {
        for upper in layers[layer].indices.dropLast() {
          let (first, second) = (layers[layer][upper], layers[layer][upper + 1])
          guard crossings(of: second, above: first) < crossings(of: first, above: second) else {
            continue
          }
          layers[layer].swapAt(upper, upper + 1)
          (positions[first], positions[second]) = (upper + 1, upper)
          changed = true
        }
      }
      if !changed { return }
    }
  }

  /// The number of crossings of the lines of two nodes if the first stands above the second.
  private func crossings(of first: Int, above second: Int) -> Int {
    inversions(neighbours.left[first], above: neighbours.left[second])
      + inversions(neighbours.right[first], above: neighbours.right[second])
  }

  /// The number of pairs in which the first end is below the second.
  private func inversions(_ first: [Neighbour], above second: [Neighbour]) -> Int {
    guard first.count * second.count > 1024 else {
      var count = 0
      for end in first {
        let place = place(of: end)
        for other in second where self.place(of: other) < place { count += 1 }
      }
      return count
    }
    let upper = places(of: first).sorted()
    let lower = places(of: second).sorted()
    var passed = 0
    var count = 0
    for place in upper {
      while passed < lower.count, lower[passed] < place { passed += 1 }
      count += passed
    }
    return count
  }

  private func places(of ends: [Neighbour]) -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(ends.count)
    for end in ends { places.append(place(of: end)) }
    return places
  }

  /// The position in its column at which a link ends: by node first, then by place on the node.
  private func place(of end: Neighbour) -> Int {
    positions[end.node] << 20 + min(end.offset, 1 << 20 - 1)
  }
}

/// The other end of a link.
private struct Neighbour {
  var node: Int
  var offset: Int
}

/// The other ends of the links of each node, to the left and to the right.
private struct Neighbours {
  var left: [[Neighbour]]
  var right: [[Neighbour]]

  init(_ graph: LayeredGraph) {
    left = graph.linksInto.map { links in
      links.map { Neighbour(node: graph.links[$0].from, offset: graph.links[$0].fromOffset) }
    }
    right = graph.linksOutOf.map { links in
      links.map { Neighbour(node: graph.links[$0].to, offset: graph.links[$0].toOffset) }
    }
  }
}
