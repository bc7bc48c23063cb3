/// The input of an arrangement: the sizes of boxes, and where edges touch them.
struct LayoutGraph: Sendable {
  struct Box: Sendable {
    var width: Int
    var height: Int
  }

  struct End: Sendable, Hashable {
    var box: Int
    /// The place at the side of the box where the line begins, from the top of the box.
    var offset: Int
  }

  struct Edge: Sendable {
    var tail: End
    var head: End
    var isLoop: Bool { tail.box == head.box }
    /// Whether the head belongs left of the tail: owners stand left of what they own.
    var isReversed: Bool
    /// The weight of the preference for this order from left to right.
    var weight: Int
    /// Edges of one tree may share a line: those from a parent to its children, and those without a row
    /// at their head that end with the same mark.
    var tree: Int?
    /// Whether the edges of the tree share their tails rather than their heads.
    var isTreeRootedAtTail = false
    /// Whether the ends may touch their boxes above and below.
    var hasUprightEnds = false
  }

  var boxes: [Box]
  var edges: [Edge]

  init(boxes: [Box], edges: [Edge]) {
    self.boxes = boxes
    self.edges = edges
  }

  init(_ diagram: DiagramModel) {
    let slots = HeaderSlots(diagram)
    let texts = diagram.boxes.enumerated().map { index, box in
      BoxText(box, headerSlots: slots.count(ofBox: index))
    }
    boxes = texts.map { Box(width: $0.width, height: $0.height) }
    func end(_ end: DiagramEnd, of edge: DiagramEdge) -> End {
      let text = texts[end.box]
      let offset = end.row.flatMap(text.middle(ofRow:))
      return End(
        box: end.box,
        offset: offset ?? text.middle(ofSlot: slots.slot(of: end, in: edge))
      )
    }
    var trees: [End: Int] = [:]
    edges = diagram.edges.map { edge in
      let (tail, head) = (end(edge.tail, of: edge), end(edge.head, of: edge))
      let root = edge.kind == .inheritance ? tail : edge.head.row == nil ? head : nil
      let tree = root.map { trees[$0] ?? trees.count }
      if let root, let tree { trees[root] = tree }
      return Edge(
        tail: tail,
        head: head,
        isReversed: Self.isReversed(edge),
        weight: edge.kind == .inheritance ? 4 : 1,
        tree: tree,
        isTreeRootedAtTail: edge.kind == .inheritance,
        hasUprightEnds: edge.kind == .inheritance
      )
    }
  }

  /// Whether the head belongs left: the to-one side stands left of the to-many side.
  ///
  /// Where both ends are alike, the box that comes first by name does.
  private static func isReversed(_ edge: DiagramEdge) -> Bool {
    guard edge.kind == .relationship else { return false }
    let tail = edge.tail.multiplicity?.isToMany
    let head = edge.head.multiplicity?.isToMany
    switch (tail, head) {
    case (true, false): return true
    case (nil, false): return true
    default: return false
    }
  }
}
