import ManagedModel

/// The source of the boxes of a diagram.
package enum DiagramPlacement: String, Sendable, Hashable, CaseIterable {
  /// Xcode's diagram where it has been arranged by hand, else columns.
  case automatic
  /// Columns, whatever Xcode's diagram says.
  case computed
}

/// The positions of everything in a diagram.
package struct DiagramLayout: Sendable {
  package var size: Rect

  /// A rectangle for every box of the diagram, in its order.
  ///
  /// No two of them overlap.
  package var boxes: [Rect]

  /// The corners of the line for every edge of the diagram, in its order, from tail to head.
  ///
  /// The lines run along the axes and through no box.
  package var routes: [[Point]]

  /// The free space around everything.
  static let margin = 32

  /// Arranges a diagram like the boxes of Xcode's diagram if the placement allows it.
  ///
  /// Those may name entities that do not exist, leave some out, or overlap.
  package init(
    _ diagram: DiagramModel,
    drawn: [DiagramBox] = [],
    placement: DiagramPlacement = .automatic
  ) {
    let graph = LayoutGraph(diagram)
    let arrangement: Arrangement
    var isComputed = false
    if placement == .automatic, let positions = DrawnPositions(drawn, of: diagram, in: graph) {
      arrangement = DrawnArrangement(graph, positions: positions).arrangement()
    } else {
      arrangement = LayeredArrangement(graph).arrangement()
      isComputed = true
    }
    let moved = arrangement.movedToOrigin(margin: Self.margin)
    size = moved.bounds
    boxes = moved.boxes
    let straight = zip(graph.edges, moved.routes).map(JogRemoval.straightened)
    routes =
      isComputed
      ? StretchSeparation(straight, of: graph.edges, around: moved.boxes).routes : straight
  }
}

/// Rectangles and lines before they are moved to their final place.
struct Arrangement: Sendable {
  var boxes: [Rect]
  var routes: [[Point]]

  /// The rectangle around all boxes and lines.
  var bounds: Rect {
    let corners = routes.joined().map { Rect(x: $0.x, y: $0.y, width: 0, height: 0) }
    let all = boxes + corners
    guard let first = all.first else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return all.dropFirst().reduce(first) { $0.union($1) }
  }

  mutating func move(x horizontal: Int, y vertical: Int) {
    boxes = boxes.map { $0.moved(x: horizontal, y: vertical) }
    routes = routes.map { $0.map { Point(x: $0.x + horizontal, y: $0.y + vertical) } }
  }

  fileprivate func movedToOrigin(margin: Int) -> (bounds: Rect, boxes: [Rect], routes: [[Point]]) {
    let old = bounds
    var copy = self
    copy.move(x: margin - old.minX, y: margin - old.minY)
    let size = Rect(x: 0, y: 0, width: old.width + 2 * margin, height: old.height + 2 * margin)
    return (size, copy.boxes, copy.routes)
  }
}
