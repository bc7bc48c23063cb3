import ManagedModel
import ModelDiagram
import Testing

/// Moving boxes in the picture, and the resulting files.
struct BoxMovingTests {
  private func model(_ boxes: [DiagramBox]?, entities: Int = 3) -> ResolvedModel {
    let names = (0..<entities).map { "E\($0)" }
    return ResolvedModel(Model(entities: names.map { Entity(name: $0) }, diagram: boxes))
  }

  private let drawn = [
    DiagramBox(name: "E0", positionX: "0", positionY: "0", width: "128", height: "45"),
    DiagramBox(name: "E1", positionX: "-300", positionY: "200", width: "128", height: "45"),
    DiagramBox(name: "E2", positionX: "300.5", positionY: "0", width: "128", height: "45"),
  ]

  private func place(_ name: String, in boxes: [DiagramBox]) throws -> (x: Int, y: Int) {
    let box = try #require(boxes.first { $0.name == name })
    return (try #require(Int(box.positionX)), try #require(Int(box.positionY)))
  }

  @Test("Only the dropped box of an arrangement moves")
  func arranged() throws {
    let moving = BoxMoving(model(drawn))
    let boxes = try #require(moving.boxes(moving: "E1", x: 120, y: -60))
    #expect(boxes.filter { $0.name != "E1" } == drawn.filter { $0.name != "E1" })
    let place = try place("E1", in: boxes)
    #expect(place.x > -300 && place.y < 200)
    // In the picture it is where it was dropped, up to rounding.
    let (before, after) = (try rect("E1", drawn), try rect("E1", boxes))
    #expect(abs(after.x - before.x - 120) <= 2)
    #expect(abs(after.y - before.y + 60) <= 2)
    let back = try #require(BoxMoving(model(boxes)).boxes(moving: "E1", x: -120, y: 60))
    let returned = try self.place("E1", in: back)
    #expect(abs(returned.x + 300) <= 1 && abs(returned.y - 200) <= 1)
  }

  /// The position of a box in the picture relative to another one.
  private func rect(_ name: String, _ boxes: [DiagramBox]) throws -> (x: Int, y: Int) {
    let model = model(boxes)
    let diagram = DiagramModel(model, title: "")
    let layout = DiagramLayout(diagram, drawn: boxes)
    let index = try #require(diagram.boxes.firstIndex { $0.name == name })
    let other = try #require(diagram.boxes.firstIndex { $0.name == "E2" })
    return (
      layout.boxes[index].x - layout.boxes[other].x, layout.boxes[index].y - layout.boxes[other].y
    )
  }

  @Test(
    "The first move of a box keeps the others at their places in the picture",
    arguments: [nil, []] as [[DiagramBox]?]
  )
  func computed(_ boxes: [DiagramBox]?) throws {
    let moving = BoxMoving(model(boxes))
    let moved = try #require(moving.boxes(moving: "E2", x: 200, y: 300))
    #expect(Set(moved.map(\.name)) == ["E0", "E1", "E2"])
    #expect(moved.allSatisfy { $0.width == "128" && $0.height == "45" })
    for box in moved { _ = try place(box.name, in: moved) }
    // The positions in the file are used now: the next move changes one box.
    let next = try #require(BoxMoving(model(moved)).boxes(moving: "E0", x: 10, y: 10))
    #expect(next.filter { $0.name != "E0" } == moved.filter { $0.name != "E0" })
  }

  @Test("Unknown entities cannot be moved, and coordinates are limited")
  func refusals() {
    #expect(BoxMoving(model(drawn)).boxes(moving: "E9", x: 1, y: 1) == nil)
    let far = BoxMoving(model(drawn)).boxes(moving: "E0", x: .max / 4, y: .min / 4)
    #expect(far?.first?.positionX == "90000")
  }

  /// A model whose entities form a ring of relationships.
  private func ring(_ count: Int, _ boxes: [DiagramBox]?) -> ResolvedModel {
    let entities = (0..<count).map { index in
      var entity = Entity(name: "E\(index)")
      entity.properties = [
        SampleModels.relationship("next", to: "E\((index + 1) % count)", inverse: "last"),
        SampleModels.relationship("last", to: "E\((index + count - 1) % count)", inverse: "next"),
      ]
      return entity
    }
    return ResolvedModel(Model(entities: entities, diagram: boxes))
  }

  @Test("Boxes of diagrams of any size are moved, and the others stay", arguments: [151, 400])
  func many(_ count: Int) throws {
    let first = try #require(BoxMoving(ring(count, nil)).boxes(moving: "E3", x: 40, y: 30))
    #expect(first.count == count)
    let model = ring(count, first)
    let diagram = DiagramModel(model, title: "")
    let clock = ContinuousClock()
    let start = clock.now
    let layout = DiagramLayout(diagram, drawn: first)
    print("\(count) boxes that were moved are arranged in \(clock.now - start)")
    for (index, box) in layout.boxes.enumerated() {
      #expect(!layout.boxes[..<index].contains { $0.overlaps(box) })
    }
    for (edge, route) in zip(diagram.edges, layout.routes) {
      #expect(zip(route, route.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y })
      for (end, point) in [(edge.tail, route.first), (edge.head, route.last)] {
        let point = try #require(point)
        let box = layout.boxes[end.box]
        #expect([box.minX, box.maxX].contains(point.x) && box.minY < point.y && point.y < box.maxY)
      }
    }
    let second = try #require(BoxMoving(model).boxes(moving: "E5", x: 500, y: -30))
    #expect(second.filter { $0.name != "E5" } == first.filter { $0.name != "E5" })
  }

  @Test("New entities of a large diagram are below the others")
  func added() throws {
    let boxes = try #require(BoxMoving(ring(160, nil)).boxes(moving: "E3", x: 40, y: 30))
    let diagram = DiagramModel(ring(170, boxes), title: "")
    let layout = DiagramLayout(diagram, drawn: boxes)
    let known = Set(boxes.map(\.name))
    let old = diagram.boxes.indices.filter { known.contains(diagram.boxes[$0].name) }
    let new = diagram.boxes.indices.filter { !known.contains(diagram.boxes[$0].name) }
    let end = old.map { layout.boxes[$0].maxY }.max() ?? 0
    #expect(new.count == 10 && new.allSatisfy { layout.boxes[$0].minY > end })
    for (index, box) in layout.boxes.enumerated() {
      #expect(!layout.boxes[..<index].contains { $0.overlaps(box) })
    }
  }
}
