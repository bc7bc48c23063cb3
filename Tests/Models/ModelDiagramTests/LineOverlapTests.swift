import ManagedModel
import Testing

@testable import ModelDiagram

/// Lines of different edges may cross, but hardly overlap.
struct LineOverlapTests {
  /// The overlap of lines with those of other edges, in pixels.
  private func overlap(_ model: Model) -> (shared: Int, whole: Int) {
    let diagram = DiagramModel(ResolvedModel(model), title: "")
    let graph = LayoutGraph(diagram)
    let layout = DiagramLayout(diagram, drawn: model.diagram ?? [])
    var (shared, whole) = (0, 0)
    let segments = layout.routes.enumerated().flatMap { index, route in
      zip(route, route.dropFirst()).map { (edge: index, start: $0, end: $1) }
    }
    for (index, segment) in segments.enumerated() {
      whole += abs(segment.start.x - segment.end.x) + abs(segment.start.y - segment.end.y)
      for other in segments[..<index] where other.edge != segment.edge {
        let trees = (graph.edges[segment.edge].tree, graph.edges[other.edge].tree)
        if let first = trees.0, first == trees.1 { continue }
        shared += common(segment, other)
      }
    }
    return (shared, whole)
  }

  /// Hundreds of lines from one entity to others, which are connected to each other.
  @Test(arguments: [50, 80])
  func linesOfAHubHaveWaysOfTheirOwn(count: Int) {
    var hub = Entity(name: "Hub")
    let others = (0..<count).map { index in
      hub.properties.append(
        SampleModels.relationship("s\(index)", to: "S\(index)", inverse: "hub")
      )
      var entity = Entity(name: "S\(index)")
      entity.properties = [SampleModels.relationship("hub", to: "Hub", inverse: "s\(index)")]
      if index > 0 {
        entity.properties.append(SampleModels.relationship("before", to: "S\(index - 1)"))
      }
      return entity
    }
    #expect(overlap(Model(entities: [hub] + others)).shared == 0)
  }

  private typealias Segment = (edge: Int, start: Point, end: Point)

  private func common(_ first: Segment, _ second: Segment) -> Int {
    func length(_ path: KeyPath<Point, Int>, at other: KeyPath<Point, Int>) -> Int {
      let places = Set(
        [first.start, first.end, second.start, second.end].map { $0[keyPath: other] }
      )
      guard places.count == 1 else { return 0 }
      let (one, two) = (
        Span(first.start[keyPath: path], first.end[keyPath: path]),
        Span(second.start[keyPath: path], second.end[keyPath: path])
      )
      return max(0, min(one.high, two.high) - max(one.low, two.low))
    }
    return length(\.x, at: \.y) + length(\.y, at: \.x)
  }

  @Test(arguments: 0..<10)
  func linesHaveWaysOfTheirOwn(seed: Int) {
    var models = RandomModels(seed: seed)
    var model = models.model(entities: 4 + 2 * seed)
    let computed = overlap(model)
    #expect(computed.shared == 0)
    model.diagram = models.diagram(of: model)
    let drawn = overlap(model)
    #expect(drawn.shared * 200 <= drawn.whole)
  }
}
