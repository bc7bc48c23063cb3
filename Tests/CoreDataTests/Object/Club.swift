import CoreData
import Foundation

// A model in code, with classes as generated code has them: a person, and a player of a team.

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
  class GeneratedRow: GeneratedCode1.Row, @unchecked Sendable {
    final var name: String?

    override class var layout: GeneratedCode1.Layout {
      GeneratedCode1.Layout(
        entity: "Person",
        properties: [.init("name", .string, \Person.name)]
      )
    }

    override func assign(from other: GeneratedCode1.Row) {
      super.assign(from: other)
      let other = unsafeDowncast(other, to: GeneratedRow.self)
      name = other.name
    }

    override func value(at index: Int) -> GeneratedCode1.Value {
      switch index {
      case 0: .init(name)
      default: super.value(at: index)
      }
    }

    override func setValue(_ value: GeneratedCode1.Value, at index: Int) {
      switch index {
      case 0: name = value.string
      default: super.setValue(value, at: index)
      }
    }

    override func read(from reader: GeneratedCode1.Reader) {
      super.read(from: reader)
      name = reader.string()
    }
  }

  var name: String? {
    get {
      guard let row = GeneratedCode1.reading(self, GeneratedRow.self, 0) else {
        return GeneratedCode1.value(self, "name") as? String
      }
      return row.name
    }
    set {
      guard let row = GeneratedCode1.writing(self, GeneratedRow.self, 0) else {
        return GeneratedCode1.setValue(self, "name", newValue)
      }
      row.name = newValue
      GeneratedCode1.written(self, 0)
    }
  }
}

extension Player {
  final class GeneratedRow: Person.GeneratedRow, @unchecked Sendable {
    var goals: Int32?
    var team = GeneratedCode1.Reference.none

    override class var layout: GeneratedCode1.Layout {
      GeneratedCode1.Layout(
        entity: "Player",
        parent: super.layout,
        properties: [
          .init("goals", .integer32, \Player.goals), .init("team", .toOne, \Player.team),
        ],
        inherited: [\Player.name]
      )
    }

    override func assign(from other: GeneratedCode1.Row) {
      super.assign(from: other)
      let other = unsafeDowncast(other, to: GeneratedRow.self)
      goals = other.goals
      team = other.team
    }

    override func value(at index: Int) -> GeneratedCode1.Value {
      switch index {
      case 1: .init(goals)
      case 2: .init(team)
      default: super.value(at: index)
      }
    }

    override func setValue(_ value: GeneratedCode1.Value, at index: Int) {
      switch index {
      case 1: goals = value.int32
      case 2: team = value.reference
      default: super.setValue(value, at: index)
      }
    }

    override func read(from reader: GeneratedCode1.Reader) {
      super.read(from: reader)
      goals = reader.int32()
      team = reader.reference()
    }
  }

  var goals: Int32 {
    get {
      guard let row = GeneratedCode1.reading(self, GeneratedRow.self, 1) else {
        return GeneratedCode1.value(self, "goals") as? Int32 ?? 0
      }
      return row.goals ?? 0
    }
    set {
      guard let row = GeneratedCode1.writing(self, GeneratedRow.self, 1) else {
        return GeneratedCode1.setValue(self, "goals", newValue)
      }
      row.goals = newValue
      GeneratedCode1.written(self, 1)
    }
  }

  var team: Team? {
    get { GeneratedCode1.toOne(self, GeneratedRow.self, 2, "team") }
    set { GeneratedCode1.setToOne(self, GeneratedRow.self, 2, "team", newValue) }
  }
}
