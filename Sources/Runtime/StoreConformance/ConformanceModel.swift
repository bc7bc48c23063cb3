import CoreData
import Foundation

/// The model of the checks: an entity with attributes of all types; persons, players and coaches; teams with
/// ordered and unordered relationships; a tree.
enum ConformanceModel {
  static func make() -> NSManagedObjectModel {
    let person = entity("Person", [attribute("name", .string)])
    person.isAbstract = true
    let player = entity("Player", [attribute("goals", .integer32, default: 0)])
    let star = entity("Star", [attribute("fee", .decimal)])
    let coach = entity("Coach", [attribute("since", .date)])
    player.subentities = [star]
    person.subentities = [player, coach]
    let team = entity("Team", [attribute("title", .string)])
    let node = entity("Node", [attribute("label", .string)])
    connect(team, "players", .many(ordered: true), player, "team", .one)
    connect(team, "coaches", .many(ordered: false), coach, "teams", .many(ordered: false))
    connect(team, "captain", .one, player, "captainOf", .one)
    connect(node, "children", .many(ordered: false), node, "parent", .one)
    let favourite = relationship("favourite", .one, to: node)
    node.properties.append(favourite)
    let model = NSManagedObjectModel()
    model.entities = [person, player, star, coach, team, node, values()]
    return model
  }

  /// The names of the attributes of the entity `Values` by their types.
  static let attributes: [(name: String, type: NSAttributeDescription.AttributeType)] = [
    ("boolean", .boolean), ("integer16", .integer16), ("integer32", .integer32),
    ("integer64", .integer64), ("double", .double), ("float", .float), ("decimal", .decimal),
    ("string", .string), ("date", .date), ("data", .binaryData), ("uuid", .uuid), ("uri", .uri),
    ("transformable", .transformable),
  ]

  private static func values() -> NSEntityDescription {
    let composite = NSCompositeAttributeDescription()
    composite.name = "composite"
    composite.isOptional = true
    composite.elements = [attribute("street", .string), attribute("number", .integer32)]
    let scratch = attribute("scratch", .string)
    scratch.isTransient = true
    return entity("Values", attributes.map { attribute($0.name, $0.type) } + [composite, scratch])
  }

  static func entity(
    _ name: String,
    _ properties: [NSPropertyDescription] = []
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = properties
    return entity
  }

  static func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType,
    default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = true
    attribute.defaultValue = value
    return attribute
  }

  enum Multiplicity {
    case one
    case many(ordered: Bool)
  }

  private static func relationship(
    _ name: String,
    _ multiplicity: Multiplicity,
    to destination: NSEntityDescription
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.isOptional = true
    relationship.deleteRule = .nullifyDeleteRule
    switch multiplicity {
    case .one: relationship.maxCount = 1
    case .many(let isOrdered):
      relationship.maxCount = 0
      relationship.isOrdered = isOrdered
    }
    return relationship
  }

  static func connect(
    _ left: NSEntityDescription,
    _ leftName: String,
    _ leftMultiplicity: Multiplicity,
    _ right: NSEntityDescription,
    _ rightName: String,
    _ rightMultiplicity: Multiplicity
  ) {
    let there = relationship(leftName, leftMultiplicity, to: right)
    let back = relationship(rightName, rightMultiplicity, to: left)
    there.inverseRelationship = back
    back.inverseRelationship = there
    left.properties.append(there)
    right.properties.append(back)
  }
}
