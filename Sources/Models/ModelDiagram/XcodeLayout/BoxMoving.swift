import ManagedModel

/// Moves boxes of a picture, as positions in the file that the next picture is made of.
package struct BoxMoving: Sendable {
  private let model: ResolvedModel
  private let diagram: DiagramModel
  private let graph: LayoutGraph
  private let drawn: [DiagramBox]

  /// - Parameter model: The model; nil is made of one with so many boxes that positions in its file are not used.
  package init?(_ model: ResolvedModel) {
    self.model = model
    diagram = DiagramModel(model, title: "")
    guard diagram.boxes.count <= DrawnPositions.mostBoxes else { return nil }
    graph = LayoutGraph(diagram)
    drawn = model.model.diagram ?? []
  }

  /// The boxes that the file is to have for a box to be somewhere else in the picture.
  ///
  /// If the file has an arrangement, one box of it changes. Else the file gets the places of all boxes as they are in the
  /// picture, so that the others stay.
  ///
  /// - Parameters:
  ///   - name: The entity.
  ///   - horizontal: How far its box goes to the right, in the units of the picture.
  ///   - vertical: How far it goes down.
  /// - Returns: The boxes in the order of the file, new ones behind them; nil if there is no such entity.
  package func boxes(moving name: String, x horizontal: Int, y vertical: Int) -> [DiagramBox]? {
    let entities = diagram.boxes.indices.filter { diagram.boxes[$0].kind == .entity }
    guard let moved = entities.first(where: { diagram.boxes[$0].name == name }) else { return nil }
    let layout = DiagramLayout(diagram, drawn: drawn)
    var boxes = drawn
    func put(_ index: Int, _ x: Double, _ y: Double) {
      let name = diagram.boxes[index].name
      let place = boxes.firstIndex { $0.name == name } ?? boxes.endIndex
      if place == boxes.endIndex { boxes.append(newBox(index)) }
      boxes[place].positionX = Self.text(x)
      boxes[place].positionY = Self.text(y)
    }
    if let positions = DrawnPositions(drawn, of: diagram, in: graph) {
      let scale = positions.scale
      let rect = layout.boxes[moved]
      // The picture begins at its own corner.
      let known = entities.first { positions.places[$0] != nil && $0 != moved } ?? moved
      let corner = positions.places[known] ?? Point(x: 0, y: 0)
      let shift = (x: layout.boxes[known].x - corner.x, y: layout.boxes[known].y - corner.y)
      if let box = drawn.first(where: { $0.name == name }), let old = DrawnRect(box) {
        put(moved, old.x + Double(horizontal) / scale.x, old.y + Double(vertical) / scale.y)
      } else {
        put(
          moved,
          Double(rect.x + horizontal - shift.x) / scale.x,
          Double(rect.y + vertical - shift.y) / scale.y
        )
      }
      return boxes
    }
    let found = entities.compactMap { index in DrawnRect(newBox(index)).map { (index, $0) } }
    let scale = DrawnPositions.scale(of: found, in: graph)
    for index in entities {
      let rect = layout.boxes[index]
      let step = index == moved ? (x: horizontal, y: vertical) : (x: 0, y: 0)
      put(index, Double(rect.x + step.x) / scale.x, Double(rect.y + step.y) / scale.y)
    }
    return boxes
  }

  /// A box as large as Xcode makes it: a line for each property below the name.
  private func newBox(_ index: Int) -> DiagramBox {
    let name = diagram.boxes[index].name
    let count = model.entity(named: name)?.entity.properties.count ?? 0
    return DiagramBox(name: name, width: "128", height: "\(45 + 15 * count)")
  }

  /// Positions are whole numbers in the files that Xcode writes.
  private static func text(_ position: Double) -> String {
    "\(Int(min(max(position, -90_000), 90_000).rounded()))"
  }
}
