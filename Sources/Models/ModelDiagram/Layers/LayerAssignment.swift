/// Assigns each box of a connected graph to a column.
///
/// Every arc runs from a column to one further right. No column grows much higher than the limit, so a
/// parent of forty children gets several columns of them rather than one very long one.
struct LayerAssignment {
  private let heights: [Int]
  private let limit: Int
  private let arcs: [Arc]
  private var incoming: [[Arc]]
  private var outgoing: [[Arc]]
  private var loads: [Int] = []
  private(set) var layers: [Int]

  /// Assigns columns to boxes with the given heights, which include the space that belongs to them.
  ///
  /// There is at most one arc for a pair of boxes; the arcs may run in circles. The limit is the height
  /// that a column should not exceed.
  init(heights: [Int], arcs original: [Arc], limit: Int) {
    self.heights = heights
    self.limit = limit
    var order = AcyclicOrder(count: heights.count, arcs: original)
    let positions = order.positions()
    arcs = original.map { arc in
      positions[arc.from] < positions[arc.to]
        ? arc : Arc(from: arc.to, to: arc.from, weight: arc.weight)
    }
    incoming = Array(repeating: [], count: heights.count)
    outgoing = Array(repeating: [], count: heights.count)
    layers = Array(repeating: 0, count: heights.count)
    for arc in arcs {
      incoming[arc.to].append(arc)
      outgoing[arc.from].append(arc)
    }
    place(in: positions)
    shorten(in: positions)
    removeEmptyLayers()
  }

  /// Fills the columns from the left, beginning with the boxes from which the longest paths start.
  private mutating func place(in positions: [Int]) {
    let order = heights.indices.sorted { positions[$0] < positions[$1] }
    var ways = Array(repeating: 0, count: heights.count)
    for box in order.reversed() {
      ways[box] = outgoing[box].map { ways[$0.to] + 1 }.max() ?? 0
    }
    var depths = Array(repeating: 0, count: heights.count)
    for box in order {
      depths[box] = incoming[box].map { depths[$0.from] + 1 }.max() ?? 0
    }
    let sequence = order.sorted { left, right in
      (depths[left], -ways[left], positions[left]) < (depths[right], -ways[right], positions[right])
    }
    for box in sequence {
      var layer = incoming[box].map { layers[$0.from] + 1 }.max() ?? 0
      while !hasRoom(for: box, in: layer) { layer += 1 }
      put(box, into: layer)
    }
  }

  private func hasRoom(for box: Int, in layer: Int) -> Bool {
    guard loads.indices.contains(layer) else { return true }
    return loads[layer] == 0 || loads[layer] + heights[box] <= limit
  }

  private mutating func put(_ box: Int, into layer: Int) {
    while loads.count <= layer { loads.append(0) }
    layers[box] = layer
    loads[layer] += heights[box]
  }

  /// Moves boxes to where their arcs are shortest, as far as the order of the columns lets them.
  private mutating func shorten(in positions: [Int]) {
    let order = heights.indices.sorted { positions[$0] < positions[$1] }
    for pass in 0..<8 {
      var moved = false
      for box in pass.isMultiple(of: 2) ? order.reversed() : order where shorten(arcsOf: box) {
        moved = true
      }
      if !moved { return }
    }
  }

  private mutating func shorten(arcsOf box: Int) -> Bool {
    let low = incoming[box].map { layers[$0.from] + 1 }.max() ?? 0
    let high = outgoing[box].map { layers[$0.to] - 1 }.min() ?? loads.count - 1
    let current = layers[box]
    guard low < high else { return false }
    var best = current
    var bestLength = length(ofArcsOf: box, at: current)
    for layer in low...high where layer != current && hasRoom(for: box, in: layer) {
      let length = length(ofArcsOf: box, at: layer)
      if length < bestLength { (best, bestLength) = (layer, length) }
    }
    guard best != current else { return false }
    loads[current] -= heights[box]
    put(box, into: best)
    return true
  }

  private func length(ofArcsOf box: Int, at layer: Int) -> Int {
    let left = incoming[box].reduce(0) { $0 + $1.weight * (layer - layers[$1.from]) }
    return outgoing[box].reduce(left) { $0 + $1.weight * (layers[$1.to] - layer) }
  }

  private mutating func removeEmptyLayers() {
    let used = Set(layers).sorted()
    let places = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($0.element, $0.offset) })
    layers = layers.map { places[$0] ?? 0 }
  }
}
