import ManagedModel
import Testing

@testable import ModelDiagram

/// When the positions in Xcode's diagram are used, and how.
struct DrawnPositionsTests {
  private typealias Place = (x: String, y: String)

  private func places(_ places: [Place], entities: Int? = nil) -> [Point?]? {
    let model = Model(entities: (0..<(entities ?? places.count)).map { Entity(name: "E\($0)") })
    let boxes = places.enumerated().map { index, place in
      DiagramBox(
        name: "E\(index)",
        positionX: place.x,
        positionY: place.y,
        width: "128",
        height: "60"
      )
    }
    let diagram = DiagramModel(ResolvedModel(model), title: "")
    return DrawnPositions(boxes, of: diagram, in: LayoutGraph(diagram))?.places
  }

  @Test func anArrangementIsKept() throws {
    let found = places([("0", "0"), ("300.5", "0"), ("-10", "-200")])
    let points = try #require(found).compactMap { $0 }
    #expect(points.count == 3)
    #expect(points[0].x < points[1].x && points[2].x < points[0].x)
    #expect(points[0].y == points[1].y && points[2].y < points[0].y)
  }

  @Test func theCascadeOfNewEntitiesIsNoArrangement() {
    let cascade = (0..<8).map { ("\($0 * 9 - 63)", "\($0 * 9 - 18)") }
    #expect(places(cascade) == nil)
  }

  @Test func allInOnePlaceIsNoArrangement() {
    #expect(places([("0", "0"), ("0", "0"), ("0", "0")]) == nil)
  }

  @Test func textThatIsNoPositionIsLeftOut() {
    #expect(places([("0", "0"), ("nan", "0"), ("inf", "1"), ("", ""), ("1e300", "0")]) == nil)
    let some = places([("0", "0"), ("400", "0"), ("x", "0")])
    #expect(some?.map { $0 == nil } == [false, false, true])
  }

  @Test func tooFewPositionsAreNoArrangement() {
    #expect(places([("0", "0"), ("400", "0")], entities: 4) == nil)
    #expect(places([("0", "0"), ("400", "0")], entities: 3) != nil)
  }

  @Test func boxesKeepTheirOrderWhenMovedApart() {
    let rects = [
      Rect(x: 0, y: 0, width: 100, height: 50), Rect(x: 90, y: 5, width: 100, height: 50),
      Rect(x: 5, y: 40, width: 100, height: 50), Rect(x: 600, y: 0, width: 100, height: 50),
    ]
    let moved = OverlapRemoval.separated(rects)
    #expect(moved[0] == rects[0])
    #expect(moved[3] == rects[3])
    #expect(moved[1].minX >= moved[0].maxX || moved[1].minY >= moved[0].maxY)
    #expect(moved[2].minY >= moved[0].maxY)
  }

  @Test func placementCanIgnoreThem() {
    let model = SampleModels.arrangedLeague
    let diagram = DiagramModel(ResolvedModel(model), title: "")
    let drawn = DiagramLayout(diagram, drawn: model.diagram ?? [])
    let computed = DiagramLayout(diagram, drawn: model.diagram ?? [], placement: .computed)
    let (player, team) = (0, 1)
    #expect(drawn.boxes[player].minX < drawn.boxes[team].minX)
    #expect(computed.boxes[team].minX < computed.boxes[player].minX)
  }
}
