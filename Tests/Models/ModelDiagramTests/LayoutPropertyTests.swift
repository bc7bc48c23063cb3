import ManagedModel
import Testing

@testable import ModelDiagram

/// Invariants of the layout of every diagram.
struct LayoutPropertyTests {
  private func check(_ model: Model, _ label: String) {
    let diagram = DiagramModel(ResolvedModel(model), title: "")
    let layout = DiagramLayout(diagram, drawn: model.diagram ?? [])
    expectNoOverlaps(layout, label)
    for (edge, route) in zip(diagram.edges, layout.routes) {
      expectEnds(of: edge, route, in: layout, label)
      expectFreeWay(route, in: layout, label)
    }
  }

  private func expectNoOverlaps(_ layout: DiagramLayout, _ label: String) {
    for (index, box) in layout.boxes.enumerated() {
      #expect(layout.size.union(box) == layout.size, "\(label): box \(index) leaves the page")
      for other in layout.boxes[..<index] {
        #expect(!box.grown(by: 8).overlaps(other), "\(label): \(box) and \(other)")
      }
    }
  }

  private func expectEnds(
    of edge: DiagramEdge,
    _ route: [Point],
    in layout: DiagramLayout,
    _ label: String
  ) {
    guard let first = route.first, let last = route.last, route.count > 1 else {
      Issue.record("\(label): an edge without a line")
      return
    }
    for (end, point) in [(edge.tail, first), (edge.head, last)] {
      let box = layout.boxes[end.box]
      let isAtSide =
        (point.x == box.minX || point.x == box.maxX) && point.y > box.minY && point.y < box.maxY
      let isAbove =
        (point.y == box.minY || point.y == box.maxY) && point.x > box.minX && point.x < box.maxX
      #expect(isAtSide || isAbove && edge.kind == .inheritance, "\(label): an end beside its box")
    }
  }

  private func expectFreeWay(_ route: [Point], in layout: DiagramLayout, _ label: String) {
    for (start, end) in zip(route, route.dropFirst()) {
      #expect(start.x == end.x || start.y == end.y, "\(label): a slanted line")
      let line = Rect(
        x: min(start.x, end.x),
        y: min(start.y, end.y),
        width: abs(start.x - end.x),
        height: abs(start.y - end.y)
      )
      #expect(layout.size.union(line) == layout.size, "\(label): a line leaves the page")
      for box in layout.boxes {
        #expect(!touchesInside(line, of: box), "\(label): a line through \(box)")
      }
    }
  }

  private func touchesInside(_ line: Rect, of box: Rect) -> Bool {
    line.minX < box.maxX && box.minX < line.maxX && line.minY < box.maxY && box.minY < line.maxY
      || line.width == 0 && box.minX < line.minX && line.minX < box.maxX
        && line.minY < box.maxY && box.minY < line.maxY
      || line.height == 0 && box.minY < line.minY && line.minY < box.maxY
        && line.minX < box.maxX && box.minX < line.maxX
  }

  @Test(arguments: 0..<24)
  func computedLayoutsAreClean(seed: Int) {
    var models = RandomModels(seed: seed)
    check(models.model(entities: 1 + seed * seed % 29), "seed \(seed)")
  }

  @Test(arguments: 0..<30)
  func drawnLayoutsAreClean(seed: Int) {
    var models = RandomModels(seed: seed + 1000)
    var model = models.model(entities: 1 + seed % 23)
    model.diagram = models.diagram(of: model)
    check(model, "seed \(seed)")
  }

  @Test func specialModelsAreClean() {
    check(Model(), "empty")
    check(SampleModels.league, "league")
    check(SampleModels.zoo, "zoo")
    check(SampleModels.arrangedLeague, "arranged league")
    check(SampleModels.hostile, "hostile")
  }

  @Test func aManyChildrenFamilyIsFoldedIntoColumns() {
    let children = (0..<60).map { Entity(name: "Child\($0)", parentName: "Parent") }
    let model = Model(entities: [Entity(name: "Parent")] + children)
    let diagram = DiagramModel(ResolvedModel(model), title: "")
    let size = DiagramLayout(diagram).size
    #expect(size.height < 2 * size.width)
    check(model, "family")
  }

  @Test func entitiesWithoutRelationshipsFillAPage() {
    let model = Model(entities: (0..<40).map { Entity(name: "Alone\($0)") })
    let size = DiagramLayout(DiagramModel(ResolvedModel(model), title: "")).size
    #expect(size.width < 3 * size.height && size.height < 2 * size.width)
  }
}
