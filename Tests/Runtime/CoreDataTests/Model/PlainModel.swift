import CoreData

/// Shorthand for common parts of models in code.
enum PlainModel {
  /// An entity with optional attributes, and the class NSManagedObject.
  static func entity(
    _ name: String,
    _ attributes: [String: NSAttributeDescription.AttributeType]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = attributes.sorted { $0.key < $1.key }.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.type = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }

  /// Adds a to-many relationship to one entity and its inverse to the other.
  static func relate(
    _ one: NSEntityDescription,
    _ members: String,
    _ many: NSEntityDescription,
    _ owner: String,
    isOrdered: Bool = false,
    rule: NSDeleteRule = .nullifyDeleteRule
  ) {
    let toMany = NSRelationshipDescription()
    toMany.name = members
    toMany.destinationEntity = many
    toMany.maxCount = 0
    toMany.isOrdered = isOrdered
    toMany.deleteRule = rule
    toMany.isOptional = true
    let toOne = NSRelationshipDescription()
    toOne.name = owner
    toOne.destinationEntity = one
    toOne.maxCount = 1
    toOne.deleteRule = .nullifyDeleteRule
    toOne.isOptional = true
    toMany.inverseRelationship = toOne
    toOne.inverseRelationship = toMany
    one.properties.append(toMany)
    many.properties.append(toOne)
  }
}
