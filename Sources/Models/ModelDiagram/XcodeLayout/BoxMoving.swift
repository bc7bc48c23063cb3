import ManagedModel

/// Moves boxes of a picture by changing their positions in the model file.
package struct BoxMoving: Sendable {
  private let model: ResolvedModel
  private let diagram: DiagramModel
  private let graph: LayoutGraph
  private let drawn: [DiagramBox]

  package init(_ model: ResolvedModel) {
    self.model = model
    diagram = DiagramModel(model, title: "")
    graph = LayoutGraph(diagram)
    drawn = model.model.diagram ?? []
  }

  /// The boxes to write to the file so that a box moves in the picture.
  ///
  /// If the file has an arrangement, one box of it changes. Otherwise the file gets the positions of all
  /// boxes as they are in the picture, so that the others stay.
  ///
  /// - Parameters:
  ///   - name: The entity.
  ///   - horizontal: How far its box goes to the right, in the units of the picture.
  ///   - vertical: How far it goes down.
  /// - Returns: The boxes in the order of the file, new ones last; nil if there is no such entity.
  package func boxes(moving name: String, x horizontal: Int, y vertical: Int) -> [DiagramBox]? {
    guard let moved = entities.first(where: { diagram.boxes[$0].name == name }) else { return nil }
    let step = (x: horizontal, y: vertical)
    let layout = DiagramLayout(diagram, drawn: drawn)
    guard let positions = DrawnPositions(drawn, of: diagram, in: graph) else {
      return boxes(arrangedAs: layout, moving: moved, by: step)
    }
    return boxes(in: positions, layout, moving: moved, by: step)
  }

  private var entities: [Int] {
    diagram.boxes.indices.filter { diagram.boxes[$0].kind == .entity }
  }

  /// The boxes of the file with one of them moved.
  private func boxes(
    in positions: DrawnPositions,
    _ layout: DiagramLayout,
    moving moved: Int,
    by step: (x: Int, y: Int)
  ) -> [DiagramBox] {
    var boxes = drawn
    let scale = positions.scale
    let name = diagram.boxes[moved].name
    if let box = drawn.first(where: { $0.name == name }), let old = DrawnRect(box) {
      put(moved, old.x + Double(step.x) / scale.x, old.y + Double(step.y) / scale.y, in: &boxes)
      return boxes
    }
    let rect = layout.boxes[moved]
    // The coordinates of a picture are relative to its own corner.
    let known = entities.first { positions.places[$0] != nil && $0 != moved } ?? moved
    let corner = positions.places[known] ?? Point(x: 0, y: 0)
    let shift = (x: layout.boxes[known].x - corner.x, y: layout.boxes[known].y - corner.y)
    put(
      moved,
      Double(rect.x + step.x - shift.x) / scale.x,
      Double(rect.y + step.y - shift.y) / scale.y,
      in: &boxes
    )
    return boxes
  }

  /// Boxes with the positions of a picture, one of them moved.
  private func boxes(
    arrangedAs layout: DiagramLayout,
    moving moved: Int,
    by step: (x: Int, y: Int)
  ) -> [DiagramBox] {
    var boxes = drawn
    let found = entities.compactMap { index in DrawnRect(newBox(index)).map { (index, $0) } }
    let scale = DrawnPositions.scale(of: found, in: graph)
    for index in entities {
      let rect = layout.boxes[index]
      let step = index == moved ? step : (x: 0, y: 0)
      put(
        index,
        Double(rect.x + step.x) / scale.x,
        Double(rect.y + step.y) / scale.y,
        in: &boxes
      )
    }
    return boxes
  }

  /// Gives the box of an entity a place, and adds it if the file has none.
  private func put(_ index: Int, _ x: Double, _ y: Double, in boxes: inout [DiagramBox]) {
    let name = diagram.boxes[index].name
    let place = boxes.firstIndex { $0.name == name } ?? boxes.endIndex
    if place == boxes.endIndex { boxes.append(newBox(index)) }
    boxes[place].positionX = Self.text(x)
    boxes[place].positionY = Self.text(y)
  }

  /// A box in Xcode's size: one line for each property below the name.
  private func newBox(_ index: Int) -> DiagramBox {
    let name = diagram.boxes[index].name
    let count = model.entity(named: name)?.entity.properties.count ?? 0
    return DiagramBox(name: name, width: "128", height: "\(45 + 15 * count)")
  }

  /// Positions are integers in the files that Xcode writes.
  private static func text(_ position: Double) -> String {
    "\(Int(min(max(position, -90_000), 90_000).rounded()))"
  }
}
