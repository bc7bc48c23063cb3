import Testing

@testable import CoreData

/// Tests of the indices of properties.
@Suite("Shapes of entities")
struct EntityShapeTests {
  let model: NSManagedObjectModel

  init() {
    model = SampleModels.league()
    model.lock()
  }

  private func shape(_ name: String) throws -> EntityShape {
    try #require(model.entitiesByName[name]).shape
  }

  @Test("Inherited properties come first, then an entity's own by code point")
  func order() throws {
    let goalkeeper = try shape("Goalkeeper")
    #expect(goalkeeper.properties.map(\.name) == ["born", "name", "number", "team", "saves"])
    #expect(goalkeeper.index(of: "team") == 3)
    #expect(try shape("Player").index(of: "team") == 3)
    #expect(goalkeeper.index(of: "nothing") == nil)
    #expect(goalkeeper.persistentAttributes == [0, 1, 2, 4])
    #expect(goalkeeper.relationships == [3])
  }

  @Test("Code points, not characters, order the names")
  func codePoints() {
    let names = ["b", "a", "Z", "é", "e\u{302}", "_"]
    let entity = SampleModels.entity("E", names.map { SampleModels.attribute($0, .string) })
    #expect(
      entity.shape.properties.map { Array($0.name.utf8) }
        == ["Z", "_", "a", "b", "e\u{302}", "é"].map { Array($0.utf8) }
    )
  }

  @Test("A property that is declared anew has the number of the inherited one")
  func redeclaration() throws {
    let base = SampleModels.entity(
      "Base",
      [SampleModels.attribute("a", .string), SampleModels.attribute("z", .string)]
    )
    let derived = SampleModels.entity(
      "Derived",
      [SampleModels.attribute("m", .string), SampleModels.attribute("a", .integer16)]
    )
    base.subentities = [derived]
    let shape = derived.shape
    #expect(shape.properties.map(\.name) == ["a", "z", "m"])
    #expect(shape.slots[0].kind == .attribute(.integer16))
    #expect(base.shape.slots[0].kind == .attribute(.string))
  }

  @Test("Entities are numbered by name")
  func numbers() throws {
    let names = ["Goalkeeper", "Person", "Player", "Team"]
    #expect(try names.map { try shape($0).number } == [1, 2, 3, 4])
    #expect(try shape("Person").isAbstract)
    #expect(try !shape("Team").isAbstract)
  }

  @Test("Shapes have their tree")
  func tree() throws {
    let person = try shape("Person")
    let player = try shape("Player")
    let goalkeeper = try shape("Goalkeeper")
    #expect(person.parent == nil)
    #expect(goalkeeper.parent === player)
    #expect(goalkeeper.root === person)
    #expect(person.subshapes.map(\.name) == ["Player"])
    #expect(goalkeeper.isKind(of: person))
    #expect(!person.isKind(of: goalkeeper))
    #expect(goalkeeper.entity === model.entitiesByName["Goalkeeper"])
  }

  @Test("Relationships have their destination and inverse")
  func ends() throws {
    let team = try shape("Team")
    let goalkeeper = try shape("Goalkeeper")
    let players = team.slots[try #require(team.index(of: "players"))]
    #expect(players.kind == .toMany(ordered: true))
    #expect(players.destination === (try shape("Player")))
    #expect(players.inverse == 3)
    #expect(players.deleteRule == .cascadeDeleteRule)
    let back = goalkeeper.slots[3]
    #expect(back.kind == .toOne)
    #expect(back.destination === team)
    #expect(back.inverse == team.index(of: "players"))
    #expect(goalkeeper.slots.filter(\.isRelationship).map(\.name) == ["team"])
  }

  @Test("Kinds: fetched and transient properties, composites")
  func kinds() {
    let fetched = NSFetchedPropertyDescription()
    fetched.name = "fetched"
    let transient = SampleModels.attribute("transient", .string)
    transient.isTransient = true
    let composite = NSCompositeAttributeDescription()
    composite.name = "composite"
    let column = NSExpressionDescription()
    column.name = "zcolumn"
    let shape = SampleModels.entity("E", [fetched, transient, composite, column]).shape
    #expect(
      shape.slots.map(\.kind) == [
        .attribute(.composite), .fetched, .attribute(.string), .other,
      ]
    )
    #expect(shape.slots.map(\.isTransient) == [false, true, true, false])
    #expect(shape.persistentAttributes == [0])
  }

  @Test("An entity without a model has a shape; computing it locks its whole tree")
  func withoutModel() {
    let base = SampleModels.entity("Base", [SampleModels.attribute("a", .string)])
    let derived = SampleModels.entity("Derived")
    base.subentities = [derived]
    #expect(derived.shape.properties.map(\.name) == ["a"])
    #expect(base.isLocked)
    #expect(base.shape === derived.shape.parent)
  }

  @Test("A model that was used goes away with its last owner; its entities stay for objects")
  func lifetime() {
    weak var gone: NSManagedObjectModel?
    weak var entity: NSEntityDescription?
    do {
      let model = SampleModels.league()
      model.lock()
      gone = model
      entity = model.entities.first
    }
    #expect(gone == nil)
    #expect(entity?.shape.entity === entity)
  }
}
