/// Computes the vertical positions of the nodes of ordered columns, so that many lines run straight.
///
/// Column by column, every node is placed where the sum of the vertical lengths of its lines is least, as
/// close as the order and the distances in its column allow. Sums of lengths, unlike sums of their
/// squares, make some lines wholly straight rather than all lines a little crooked.
struct LayerAlignment {
  private let graph: LayeredGraph
  private var tops: [Int]

  init(_ graph: LayeredGraph) {
    self.graph = graph
    tops = Array(repeating: 0, count: graph.nodes.count)
  }

  /// The upper side of each node.
  mutating func aligned() -> [Int] {
    for layer in graph.layers { stack(layer) }
    for pass in 0..<6 {
      for layer in graph.layers.dropFirst() { align(layer, usesLeft: true, usesRight: pass > 3) }
      for layer in graph.layers.dropLast().reversed() {
        align(layer, usesLeft: pass > 3, usesRight: true)
      }
    }
    for layer in graph.layers + graph.layers.reversed() {
      align(layer, usesLeft: true, usesRight: true)
    }
    return tops
  }

  /// The least distance between the upper sides of a node and the one below it.
  private func distance(_ upper: Int, _ lower: Int) -> Int {
    let (first, second) = (graph.nodes[upper], graph.nodes[lower])
    switch (first.box, second.box) {
    case (nil, nil): return 14
    case (_?, _?): return first.height + LayeredArrangement.rowGap
    default: return first.height + LayeredArrangement.passageGap
    }
  }

  private mutating func stack(_ layer: [Int]) {
    var total = 0
    for (upper, lower) in zip(layer, layer.dropFirst()) {
      tops[upper] = total
      total += distance(upper, lower)
    }
    guard let last = layer.last else { return }
    tops[last] = total
    let middle = (total + graph.nodes[last].height) / 2
    for node in layer { tops[node] -= middle }
  }

  private mutating func align(_ layer: [Int], usesLeft: Bool, usesRight: Bool) {
    var offset = 0
    var blocks: [Block] = []
    for (position, node) in layer.enumerated() {
      if position > 0 { offset += distance(layer[position - 1], node) }
      var preferences: [Preference] = []
      if usesLeft { preferences += graph.linksInto[node].map { leftPreference($0) } }
      if usesRight { preferences += graph.linksOutOf[node].map { rightPreference($0) } }
      if preferences.isEmpty { preferences = [Preference(place: tops[node], weight: 1)] }
      preferences = preferences.map { Preference(place: $0.place - offset, weight: $0.weight) }
      var block = Block(nodes: [(node, offset)], preferences: preferences)
      while let previous = blocks.last, previous.place > block.place {
        blocks.removeLast()
        block = Block(
          nodes: previous.nodes + block.nodes,
          preferences: previous.preferences + block.preferences
        )
      }
      blocks.append(block)
    }
    for block in blocks {
      for (node, offset) in block.nodes { tops[node] = block.place + offset }
    }
  }

  /// The position of the node at which the link to its right end is straight.
  private func leftPreference(_ index: Int) -> Preference {
    let link = graph.links[index]
    let place = tops[link.from] + link.fromOffset - link.toOffset
    return Preference(place: place, weight: weight(of: link))
  }

  private func rightPreference(_ index: Int) -> Preference {
    let link = graph.links[index]
    let place = tops[link.to] + link.toOffset - link.fromOffset
    return Preference(place: place, weight: weight(of: link))
  }

  /// A bend in the middle of a long line is worse than one at its end.
  private func weight(of link: LayeredGraph.Link) -> Int {
    switch (graph.nodes[link.from].box, graph.nodes[link.to].box) {
    case (nil, nil): 8
    case (_?, _?): 1
    default: 2
    }
  }
}

/// A height that a line prefers for a node.
private struct Preference {
  var place: Int
  var weight: Int
}

/// Nodes of a column that touch, at the place that is best for all of them together.
private struct Block {
  var nodes: [(node: Int, offset: Int)]
  var preferences: [Preference]
  var place: Int

  init(nodes: [(node: Int, offset: Int)], preferences: [Preference]) {
    self.nodes = nodes
    self.preferences = preferences
    place = Self.median(of: preferences)
  }

  /// The position with as much weight above as below.
  private static func median(of preferences: [Preference]) -> Int {
    let sorted = preferences.sorted { $0.place < $1.place }
    let total = sorted.reduce(0) { $0 + $1.weight }
    var passed = 0
    for preference in sorted {
      passed += preference.weight
      if 2 * passed >= total { return preference.place }
    }
    return 0
  }
}
