import ManagedModel
import Testing

@testable import CoreData

/// Tests of the time for models that are larger than any real one.
@Suite("Large models")
struct LargeModelTests {
  @Test("Three hundred entities with twenty properties each", .timeLimit(.minutes(30)))
  func manyEntities() throws {
    let entities = (0..<300).map { number in
      var properties = (0..<18).map { Property.attribute(Attribute(name: "a\($0)", type: .string)) }
      let next = "E\((number + 1) % 300)"
      let previous = "E\((number + 299) % 300)"
      properties.append(
        .relationship(
          Relationship(
            name: "next",
            destinationName: next,
            inverseName: "previous",
            inverseEntityName: next
          )
        )
      )
      properties.append(
        .relationship(
          Relationship(
            name: "previous",
            destinationName: previous,
            inverseName: "next",
            inverseEntityName: previous
          )
        )
      )
      return Entity(name: "E\(number)", properties: properties)
    }
    let value = Model(entities: entities)
    let model = ModelDescriptions.model(ResolvedModel(value))
    model.lock()
    #expect(
      model.entities.last?.shape.slots.allSatisfy { $0.inverse != nil || !$0.isRelationship }
        == true
    )
    #expect(ModelEncoder.model(model) == value)
    #expect(model == model.copy() as? NSManagedObjectModel)
  }

  @Test("A chain of a hundred entities, each below the one before", .timeLimit(.minutes(30)))
  func deepInheritance() throws {
    var entities = [SampleModels.entity("E0", [SampleModels.attribute("p0", .string)])]
    for number in 1..<100 {
      let entity = SampleModels.entity(
        "E\(number)",
        [SampleModels.attribute("p\(number)", .string)]
      )
      entities[number - 1].subentities = [entity]
      entities.append(entity)
    }
    let model = NSManagedObjectModel()
    model.entities = [entities[0]]
    #expect(model.entities.count == 100)
    model.lock()
    let last = try #require(entities.last).shape
    #expect(last.properties.count == 100)
    #expect(last.properties.first?.name == "p0")
    #expect(model.entityVersionHashesByName.count == 100)
  }
}
