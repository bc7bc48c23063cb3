import ManagedModel
import Testing

@testable import ModelDiagram

struct DeterminismTests {
  private func texts(_ model: Model) -> [String] {
    DiagramFormat.allCases.map {
      DiagramWriter(format: $0).text(of: ResolvedModel(model), title: "Model")
    }
  }

  @Test(arguments: 0..<6)
  func theOrderOfEntitiesPlaysNoPart(seed: Int) {
    var models = RandomModels(seed: seed)
    var model = models.model(entities: 5 + 3 * seed)
    if seed.isMultiple(of: 3) { model.diagram = models.diagram(of: model) }
    let expected = texts(model)
    #expect(texts(model) == expected)
    var numbers = SeededNumbers(seed: seed)
    model.entities.shuffle(using: &numbers)
    model.diagram?.shuffle(using: &numbers)
    #expect(texts(model) == expected)
  }

  @Test(arguments: DiagramFormat.allCases)
  func aRenamedAttributeChangesFewLines(format: DiagramFormat) {
    var model = SampleModels.zoo
    let before = lines(model, format)
    for index in model.entities.indices where model.entities[index].name == "Bear" {
      model.entities[index].properties[0] = SampleModels.attribute("mass", .double)
    }
    let after = lines(model, format)
    let changes = after.difference(from: before)
    #expect(changes.insertions.count <= 2 && changes.insertions.count > 0)
    #expect(changes.removals.count == changes.insertions.count)
  }

  private func lines(_ model: Model, _ format: DiagramFormat) -> [Substring] {
    DiagramWriter(format: format).text(of: ResolvedModel(model), title: "Zoo")
      .split(separator: "\n")
  }
}
