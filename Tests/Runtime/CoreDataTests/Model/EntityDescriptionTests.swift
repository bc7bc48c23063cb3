import CoreData
import Testing

/// Tests of entities: properties, inheritance, constraints.
///
/// Only Apple's interface is used.
@Suite("Entities")
struct EntityDescriptionTests {
  let model = SampleModels.league()

  private func entity(_ name: String) throws -> NSEntityDescription {
    try #require(model.entitiesByName[name])
  }

  @Test("The class of an entity is NSManagedObject unless another is set")
  func className() {
    let entity = NSEntityDescription()
    #expect(entity.managedObjectClassName == "NSManagedObject")
    entity.managedObjectClassName = "Sports.Player"
    #expect(entity.managedObjectClassName == "Sports.Player")
    entity.managedObjectClassName = ".Player"
    #expect(entity.managedObjectClassName == "Player", "the module is not known")
    entity.managedObjectClassName = nil
    #expect(entity.managedObjectClassName == "NSManagedObject")
    entity.managedObjectClassName = ""
    #expect(entity.managedObjectClassName == "NSManagedObject")
  }

  @Test("Properties by name include the inherited ones")
  func inheritedProperties() throws {
    let goalkeeper = try entity("Goalkeeper")
    #expect(Set(goalkeeper.propertiesByName.keys) == ["name", "born", "number", "team", "saves"])
    #expect(Set(goalkeeper.attributesByName.keys) == ["name", "born", "number", "saves"])
    #expect(Set(goalkeeper.relationshipsByName.keys) == ["team"])
    #expect(Set(try entity("Person").propertiesByName.keys) == ["name", "born"])
  }

  @Test("Properties are given back as they were set")
  func properties() {
    let names = ["c", "a", "b"].map { SampleModels.attribute($0, .string) }
    let entity = SampleModels.entity("E", names)
    #expect(entity.properties.map(\.name) == ["c", "a", "b"])
    #expect(entity.properties.allSatisfy { $0.entity === entity })
    entity.properties = [names[1]]
    #expect(Set(entity.propertiesByName.keys) == ["a"])
  }

  @Test("A renamed property is found under its new name")
  func renaming() throws {
    let person = try entity("Person")
    try #require(person.attributesByName["name"]).name = "fullName"
    #expect(person.propertiesByName["name"] == nil)
    #expect(try entity("Goalkeeper").propertiesByName["fullName"] != nil)
  }

  @Test("Subentities have their superentity, and isKindOf follows the tree")
  func inheritance() throws {
    let (person, player) = (try entity("Person"), try entity("Player"))
    let (goalkeeper, team) = (try entity("Goalkeeper"), try entity("Team"))
    #expect(goalkeeper.superentity === player)
    #expect(player.superentity === person)
    #expect(person.superentity == nil)
    #expect(person.subentitiesByName["Player"] === player)
    #expect(goalkeeper.isKindOf(entity: person))
    #expect(goalkeeper.isKindOf(entity: goalkeeper))
    #expect(!person.isKindOf(entity: player))
    #expect(!goalkeeper.isKindOf(entity: team))
  }

  @Test("A subentity that is taken away, or given to another, has the other superentity")
  func movedSubentity() throws {
    let (person, team) = (try entity("Person"), try entity("Team"))
    let player = try entity("Player")
    team.subentities = [player]
    #expect(player.superentity === team)
    #expect(person.subentities.isEmpty)
    team.subentities = []
    #expect(player.superentity == nil)
    #expect(Set(try entity("Goalkeeper").propertiesByName.keys) == ["number", "team", "saves"])
  }

  @Test("An entity cannot inherit from itself")
  func cycle() async {
    await #expect(processExitsWith: .failure) {
      let first = SampleModels.entity("First")
      let second = SampleModels.entity("Second")
      first.subentities = [second]
      second.subentities = [first]
    }
  }

  @Test("Relationships are found by their destination")
  func relationshipsForDestination() throws {
    let (goalkeeper, team) = (try entity("Goalkeeper"), try entity("Team"))
    #expect(goalkeeper.relationships(forDestination: team).map(\.name) == ["team"])
    #expect(team.relationships(forDestination: try entity("Player")).map(\.name) == ["players"])
    #expect(team.relationships(forDestination: goalkeeper).isEmpty)
  }

  @Test("F326 A renaming identifier that is not set is the name")
  func renamingIdentifier() throws {
    let person = try entity("Person")
    let name = try #require(person.attributesByName["name"])
    #expect(person.renamingIdentifier == "Person")
    #expect(name.renamingIdentifier == "name")
    person.renamingIdentifier = "Human"
    name.renamingIdentifier = "title"
    #expect(person.renamingIdentifier == "Human")
    #expect(name.renamingIdentifier == "title")
    person.renamingIdentifier = nil
    #expect(person.renamingIdentifier == "Person")
  }

  @Test("F340 Constraints take names and descriptions and give back names")
  func uniquenessConstraints() throws {
    let person = try entity("Person")
    #expect(person.uniquenessConstraints.isEmpty)
    let born = try #require(person.attributesByName["born"])
    person.uniquenessConstraints = [["name", born], [born]]
    #expect(person.uniquenessConstraints as? [[String]] == [["name", "born"], ["born"]])
  }

  @Test("Indexes refer to their entity, and elements to their index")
  func indexes() throws {
    let person = try entity("Person")
    let name = try #require(person.attributesByName["name"])
    let element = NSFetchIndexElementDescription(property: name, collationType: .binary)
    #expect(element.isAscending)
    element.isAscending = false
    let index = NSFetchIndexDescription(name: "byName", elements: [element])
    index.partialIndexPredicate = NSPredicate(format: "born != nil")
    person.indexes = [index]
    #expect(index.entity === person)
    #expect(element.indexDescription === index)
    #expect(element.propertyName == "name")
    #expect(element.property === name)
    person.indexes = []
    #expect(index.entity == nil)
  }

  @Test("A model takes the subentities that come with its entities")
  func subentitiesOfModel() {
    let root = SampleModels.entity("Root")
    let leaf = SampleModels.entity("Leaf")
    root.subentities = [leaf]
    let model = SampleModels.model(root)
    #expect(Set(model.entitiesByName.keys) == ["Root", "Leaf"])
    #expect(leaf.managedObjectModel === model)
    let late = SampleModels.entity("Late")
    leaf.subentities = [late]
    #expect(model.entitiesByName["Late"] === late)
  }

  @Test("Properties, indexes, subentities and requests do not keep an entity alive")
  func weakReferences() throws {
    let (relationship, other, child) = (
      NSRelationshipDescription(), NSRelationshipDescription(), NSEntityDescription()
    )
    let index = NSFetchIndexDescription(name: "index", elements: [])
    weak var freed: NSEntityDescription?
    do {
      let entity = NSEntityDescription()
      freed = entity
      entity.name = "Team"
      entity.properties = [relationship]
      entity.indexes = [index]
      entity.subentities = [child]
      other.destinationEntity = entity
      #expect(relationship.entity === entity && index.entity === entity)
      #expect(child.superentity === entity && other.destinationEntity === entity)
    }
    #expect(freed == nil)
    #expect(other.destinationEntity == nil && index.entity == nil && child.superentity == nil)
  }
}
