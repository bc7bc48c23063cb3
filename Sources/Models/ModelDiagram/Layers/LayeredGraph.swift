/// A connected graph whose boxes stand in columns, with a bend for every column that an edge crosses.
struct LayeredGraph {
  /// A box, or the place where an edge passes between the boxes of a column.
  struct Node {
    /// The index of the box in its component, or nil for a passing edge.
    var box: Int?
    var layer: Int
    var width: Int
    var height: Int
  }

  /// The part of an edge between two neighboring columns.
  struct Link: Hashable {
    var from: Int
    var to: Int
    var fromOffset: Int
    var toOffset: Int
    /// Links of one net are drawn as one line with branches.
    var net: Int
  }

  private(set) var nodes: [Node] = []
  private(set) var links: [Link] = []
  /// The nodes of each column, top down.
  var layers: [[Int]] = []

  /// The links of each edge from left to right; empty for an edge from a box to itself.
  private(set) var chains: [[Int]] = []
  /// Whether the tail of the edge is at the right end of its chain.
  private(set) var isChainReversed: [Bool] = []

  private(set) var linksInto: [[Int]] = []
  private(set) var linksOutOf: [[Int]] = []

  private var sharedBends: [[Int]: Int] = [:]
  private var sharedLinks: [Link: Int] = [:]

  init(_ graph: LayoutGraph, layers boxLayers: [Int]) {
    layers = Array(repeating: [], count: (boxLayers.max() ?? 0) + 1)
    for (index, box) in graph.boxes.enumerated() {
      add(
        Node(box: index, layer: boxLayers[index], width: box.width, height: box.height)
      )
    }
    for (index, edge) in graph.edges.enumerated() {
      let reversed = boxLayers[edge.tail.box] > boxLayers[edge.head.box]
      isChainReversed.append(reversed)
      chains.append(
        edge.isLoop
          ? []
          : chain(
            from: reversed ? edge.head : edge.tail,
            to: reversed ? edge.tail : edge.head,
            tree: edge.tree.map { [$0, reversed ? 1 : 0] },
            edge: index,
            boxLayers: boxLayers
          )
      )
    }
    linksInto = Array(repeating: [], count: nodes.count)
    linksOutOf = Array(repeating: [], count: nodes.count)
    for (index, link) in links.enumerated() {
      linksInto[link.to].append(index)
      linksOutOf[link.from].append(index)
    }
  }

  @discardableResult
  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    layers[node.layer].append(nodes.count - 1)
    return nodes.count - 1
  }

  /// The links of an edge.
  ///
  /// Edges of one tree share bends and links.
  private mutating func chain(
    from: LayoutGraph.End,
    to: LayoutGraph.End,
    tree: [Int]?,
    edge: Int,
    boxLayers: [Int]
  ) -> [Int] {
    var result: [Int] = []
    var (last, offset) = (from.box, from.offset)
    let first = boxLayers[from.box]
    for layer in first..<boxLayers[to.box] {
      let isEnd = layer + 1 == boxLayers[to.box]
      let next = isEnd ? to.box : bend(in: layer + 1, tree: tree)
      let link = Link(
        from: last,
        to: next,
        fromOffset: offset,
        toOffset: isEnd ? to.offset : 0,
        net: tree.map { -1 - 2 * $0[0] - $0[1] } ?? edge
      )
      result.append(index(of: link))
      (last, offset) = (next, 0)
    }
    return result
  }

  private mutating func bend(in layer: Int, tree: [Int]?) -> Int {
    let key = tree.map { $0 + [layer] }
    if let key, let shared = sharedBends[key] { return shared }
    let index = add(Node(box: nil, layer: layer, width: 0, height: 0))
    if let key { sharedBends[key] = index }
    return index
  }

  private mutating func index(of link: Link) -> Int {
    if let known = sharedLinks[link] { return known }
    links.append(link)
    sharedLinks[link] = links.count - 1
    return links.count - 1
  }
}
