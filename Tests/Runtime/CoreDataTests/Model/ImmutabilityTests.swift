import Testing

@testable import CoreData

/// Tests of changes to a model in use.
@Suite("Models in use")
struct ImmutabilityTests {
  @Test("F284 A model in use cannot be changed: the model")
  func model() async {
    await #expect(processExitsWith: .failure) {
      let model = SampleModels.league()
      model.lock()
      model.entities = []
    }
    await #expect(processExitsWith: .failure) {
      let model = SampleModels.league()
      model.lock()
      model.setEntities([], forConfigurationName: "None")
    }
  }

  @Test("F284 A model in use cannot be changed: its entities")
  func entity() async {
    await #expect(processExitsWith: .failure) {
      let model = SampleModels.league()
      model.lock()
      model.entities[0].name = "Other"
    }
    await #expect(processExitsWith: .failure) {
      let model = SampleModels.league()
      model.lock()
      model.entities[0].properties = []
    }
  }

  @Test("User info of entities and properties may change while the model is in use")
  func userInfo() throws {
    let model = SampleModels.league()
    model.lock()
    let team = try #require(model.entitiesByName["Team"])
    team.userInfo = ["a": 1]
    team.userInfo?["b"] = 2
    #expect(team.userInfo as? [String: Int] == ["a": 1, "b": 2])
    let title = try #require(team.attributesByName["title"])
    title.userInfo?["c"] = 3
    #expect(title.userInfo?["c"] as? Int == 3)
  }

  @Test("F284 A model in use cannot be changed: its properties, with Apple's message")
  func property() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let model = SampleModels.league()
      model.lock()
      model.entitiesByName["Team"]?.attributesByName["title"]?.isOptional = false
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("Can't modify an immutable model."))
  }

  @Test("F284 The parts of indexes and composites are locked as well")
  func parts() throws {
    let composite = NSCompositeAttributeDescription()
    composite.name = "address"
    composite.elements = [SampleModels.attribute("city", .string)]
    let entity = SampleModels.entity("E", [composite])
    let element = NSFetchIndexElementDescription(property: composite, collationType: .binary)
    entity.indexes = [NSFetchIndexDescription(name: "i", elements: [element])]
    SampleModels.model(entity).lock()
    #expect(entity.isLocked)
    #expect(composite.isLocked)
    #expect(composite.elements.allSatisfy { $0.isLocked })
    #expect(entity.indexes.allSatisfy { $0.isLocked })
    #expect(element.isLocked)
  }

  @Test("A copy of a model in use can be changed")
  func copy() throws {
    let model = SampleModels.league()
    model.lock()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy == model)
    copy.entities.append(SampleModels.entity("Stadium"))
    copy.entitiesByName["Team"]?.attributesByName["title"]?.isOptional = false
    #expect(copy.entities.count == 5)
    #expect(model.entities.count == 4)
  }

  @Test("Once in use, the properties of an entity include the inherited ones, which come first")
  func properties() throws {
    let model = SampleModels.league()
    let goalkeeper = try #require(model.entitiesByName["Goalkeeper"])
    let before = goalkeeper.propertiesByName
    #expect(goalkeeper.properties.map(\.name) == ["saves"])
    model.lock()
    #expect(goalkeeper.properties.map(\.name) == ["born", "name", "number", "team", "saves"])
    #expect(goalkeeper.propertiesByName == before)
  }

  @Test("Templates of a model in use are given out as copies")
  func templates() throws {
    let model = SampleModels.league()
    model.setFetchRequestTemplate(NSFetchRequest(entityName: "Team"), forName: "all")
    model.lock()
    model.fetchRequestTemplate(forName: "all")?.fetchLimit = 1
    model.fetchRequestTemplatesByName["all"]?.fetchLimit = 1
    #expect(model.fetchRequestTemplate(forName: "all")?.fetchLimit == 0)
  }

  @Test("Many threads may lock a model at once")
  func threads() async {
    let model = SampleModels.league()
    nonisolated(unsafe) let shared = model
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { shared.lock() } }
    }
    #expect(model.entities.allSatisfy { $0.settledShape != nil })
  }
}
