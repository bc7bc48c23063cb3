import CoreData
import Foundation

// A model in code, with classes like generated code: a person, and a player of a team.

class Person: NSManagedObject {}
final class Player: Person {}
class Team: NSManagedObject {}

enum Club {
  static func makeModel() -> NSManagedObjectModel {
    let person = entity("Person", [attribute("name", .string)])
    person.isAbstract = true
    let player = entity("Player", [attribute("goals", .integer32, default: 0)])
    let team = entity("Team", [attribute("title", .string)])
    person.subentities = [player]
    let players = relationship("players", to: player, isToMany: true)
    let itsTeam = relationship("team", to: team, isToMany: false)
    players.inverseRelationship = itsTeam
    itsTeam.inverseRelationship = players
    players.deleteRule = .cascadeDeleteRule
    itsTeam.deleteRule = .nullifyDeleteRule
    player.properties.append(itsTeam)
    team.properties.append(players)
    let model = NSManagedObjectModel()
    model.entities = [person, player, team]
    return model
  }

  static func makeContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
      managedObjectModel: makeModel()
    )
    return context
  }

  private static func entity(
    _ name: String,
    _ properties: [NSPropertyDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = name
    entity.properties = properties
    return entity
  }

  private static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType,
    default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.defaultValue = value
    attribute.isOptional = true
    return attribute
  }

  private static func relationship(
    _ name: String,
    to destination: NSEntityDescription,
    isToMany: Bool
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = isToMany ? 0 : 1
    relationship.isOptional = true
    return relationship
  }
}

extension Person {
  var name: String? {
    get { value(of: GeneratedKey.name) }
    set { setValue(newValue, of: GeneratedKey.name) }
  }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case name
    static var count: Int { first + 1 }
    static let table = GeneratedCodeV2.KeyTable("name", (\Person.name))
  }
}

extension Player {
  var goals: Int32 {
    get { value(of: GeneratedKey.goals) ?? 0 }
    set { setValue(newValue, of: GeneratedKey.goals) }
  }

  var team: Team? {
    get { destination(of: GeneratedKey.team) }
    set { setDestination(newValue, of: GeneratedKey.team) }
  }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case goals, team
    static var first: Int { Person.GeneratedKey.count }
    static let table = GeneratedCodeV2.KeyTable("goals team", (\Player.goals, \Player.team))
  }
}
