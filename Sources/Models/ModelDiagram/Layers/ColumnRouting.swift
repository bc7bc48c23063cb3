/// Computes the positions of columns and of the channels between them, and the corners of lines.
struct ColumnRouting {
  private let graph: LayoutGraph
  private let layered: LayeredGraph
  private let tops: [Int]

  /// The column of each box, and the widest box of each column.
  private let columnWidths: [Int]
  private var nets: [Net] = []
  private var netOfLink: [Int]
  private var netOfLoop: [Int: Int] = [:]

  /// Lines of one channel that are drawn as one.
  private struct Net {
    var channel: Int
    var ends: [ChannelPart.End]
    var track = 0
  }

  /// The space at the side of a box that belongs to the marks at the ends of lines.
  static let stub = 30
  static let trackGap = 12
  private static let leastChannel = 76

  init(_ graph: LayoutGraph, layered: LayeredGraph, tops: [Int]) {
    self.graph = graph
    self.layered = layered
    self.tops = tops
    netOfLink = Array(repeating: 0, count: layered.links.count)
    columnWidths = layered.layers.map { layer in layer.map { layered.nodes[$0].width }.max() ?? 0 }
    collectNets()
  }

  private mutating func collectNets() {
    var known: [[Int]: Int] = [:]
    for (index, link) in layered.links.enumerated() {
      let channel = layered.nodes[link.from].layer
      let key = [channel, link.net]
      let net = known[key] ?? nets.count
      if net == nets.count { nets.append(Net(channel: channel, ends: [])) }
      known[key] = net
      netOfLink[index] = net
      add(ChannelPart.End(place: tops[link.from] + link.fromOffset, leavesUpward: false), to: net)
      add(ChannelPart.End(place: tops[link.to] + link.toOffset, leavesUpward: true), to: net)
    }
    for (index, edge) in graph.edges.enumerated() where edge.isLoop {
      let top = tops[edge.tail.box]
      netOfLoop[index] = nets.count
      nets.append(
        Net(
          channel: layered.nodes[edge.tail.box].layer,
          ends: [edge.tail, edge.head].map {
            ChannelPart.End(place: top + $0.offset, leavesUpward: false)
          }
        )
      )
    }
  }

  private mutating func add(_ end: ChannelPart.End, to net: Int) {
    let isKnown = nets[net].ends.contains {
      $0.place == end.place && $0.leavesUpward == end.leavesUpward
    }
    if !isKnown { nets[net].ends.append(end) }
  }

  func arrangement() -> Arrangement {
    var left = 0
    var columns: [Int] = []
    var tracks = Array(repeating: 0, count: nets.count)
    for (channel, width) in columnWidths.enumerated() {
      columns.append(left)
      left += width
      let bent = nets.indices.filter { nets[$0].channel == channel && isBent(nets[$0]) }
      let assignment = TrackAssignment(bent.compactMap { ChannelPart(ends: nets[$0].ends) })
      let (ofParts, count) = assignment.tracks()
      let needed = 2 * Self.stub + max(0, count - 1) * Self.trackGap
      let breadth = max(needed, Self.leastChannel)
      let start = left + Self.stub + (breadth - needed) / 2
      for (net, track) in zip(bent, ofParts) { tracks[net] = start + track * Self.trackGap }
      left += breadth
    }
    let boxes = graph.boxes.enumerated().map { rect(of: $1, at: $0, columns: columns) }
    let routes = graph.edges.indices.map { route(of: $0, boxes: boxes, tracks: tracks) }
    return Arrangement(boxes: boxes, routes: routes)
  }

  private func isBent(_ net: Net) -> Bool {
    Set(net.ends.map(\.place)).count > 1
  }

  /// A box gets the width of its column unless that makes it much wider than it needs to be.
  private func rect(of box: LayoutGraph.Box, at index: Int, columns: [Int]) -> Rect {
    let layer = layered.nodes[index].layer
    let column = columnWidths[layer]
    let width = box.width * 3 >= column * 2 ? column : box.width
    return Rect(x: columns[layer], y: tops[index], width: width, height: box.height)
  }

  private func route(of index: Int, boxes: [Rect], tracks: [Int]) -> [Point] {
    let edge = graph.edges[index]
    if edge.isLoop {
      let box = boxes[edge.tail.box]
      guard let net = netOfLoop[index] else { return [] }
      let (start, end) = (box.minY + edge.tail.offset, box.minY + edge.head.offset)
      return [
        Point(x: box.maxX, y: start), Point(x: tracks[net], y: start),
        Point(x: tracks[net], y: end), Point(x: box.maxX, y: end),
      ]
    }
    let chain = layered.chains[index]
    let isReversed = layered.isChainReversed[index]
    let (left, right) = isReversed ? (edge.head, edge.tail) : (edge.tail, edge.head)
    var points = [Point(x: boxes[left.box].maxX, y: boxes[left.box].minY + left.offset)]
    for link in chain {
      let start = tops[layered.links[link].from] + layered.links[link].fromOffset
      let end = tops[layered.links[link].to] + layered.links[link].toOffset
      guard start != end else { continue }
      let x = tracks[netOfLink[link]]
      points += [Point(x: x, y: start), Point(x: x, y: end)]
    }
    points.append(Point(x: boxes[right.box].minX, y: boxes[right.box].minY + right.offset))
    return isReversed ? points.reversed() : points
  }
}
