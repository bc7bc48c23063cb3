import CoreData

/// Models made in code.
enum SampleModels {
  /// A Team with Players; a Goalkeeper is a Player, and a Player is a Person.
  static func league() -> NSManagedObjectModel {
    let person = entity("Person", [attribute("name", .string), attribute("born", .date)])
    person.isAbstract = true
    let player = entity("Player", [attribute("number", .integer16)])
    let goalkeeper = entity("Goalkeeper", [attribute("saves", .integer64)])
    let team = entity("Team", [attribute("title", .string)])
    person.subentities = [player]
    player.subentities = [goalkeeper]
    relate(player, "team", team, "players")
    let model = NSManagedObjectModel()
    model.entities = [person, player, goalkeeper, team]
    return model
  }

  static func entity(
    _ name: String,
    _ properties: [NSPropertyDescription] = []
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType,
    isOptional: Bool = true
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = isOptional
    return attribute
  }

  /// Adds a to-one relationship to one entity and its to-many inverse to another.
  static func relate(
    _ many: NSEntityDescription,
    _ toOneName: String,
    _ one: NSEntityDescription,
    _ toManyName: String
  ) {
    let toOne = NSRelationshipDescription()
    toOne.name = toOneName
    toOne.destinationEntity = one
    toOne.maxCount = 1
    let toMany = NSRelationshipDescription()
    toMany.name = toManyName
    toMany.destinationEntity = many
    toMany.maxCount = 0
    toMany.isOrdered = true
    toMany.deleteRule = .cascadeDeleteRule
    toOne.inverseRelationship = toMany
    toMany.inverseRelationship = toOne
    many.properties += [toOne]
    one.properties += [toMany]
  }

  /// A model with some entities.
  static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }
}
