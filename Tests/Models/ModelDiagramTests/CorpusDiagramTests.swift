import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import Testing

@testable import ModelDiagram

/// Diagrams of real models.
@Suite(.enabled(if: Corpus.isAvailable()))
struct CorpusDiagramTests {
  @Test(arguments: Corpus.contents)
  func boxesOfRealModelsLieFree(file: URL) throws {
    let reading = ContentsReader.read([UInt8](try Data(contentsOf: file)))
    let model = try #require(reading.model)
    let diagram = DiagramModel(ResolvedModel(model), title: Corpus.name(of: file))
    for placement in [DiagramPlacement.automatic, .computed] {
      let layout = DiagramLayout(diagram, drawn: model.diagram ?? [], placement: placement)
      #expect(layout.boxes.count == model.entities.count + model.composites.count)
      for (index, box) in layout.boxes.enumerated() {
        for other in layout.boxes[..<index] { #expect(!box.grown(by: 12).overlaps(other)) }
      }
      #expect(layout.routes.allSatisfy { $0.count > 1 })
      #expect(LineCrossings.count(in: layout.routes) <= 2 * diagram.edges.count)
    }
  }
}
