import CoreData
import StoreSamples

/// A random model for a seed: entities with inheritance, attributes of many types and relationships of every kind.
struct DrawnModel {
  let seed: UInt64

  /// The attribute that identifies objects across contexts and stores.
  static let key = "key"

  /// The derived attributes.
  static let derived: Set<String> = ["count", "folded"]

  /// The fetched property.
  static let fetched = "found"

  private static let rules: [NSDeleteRule] = [
    .nullifyDeleteRule, .nullifyDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule,
  ]

  func make() -> NSManagedObjectModel {
    var random = SeededRandom(seed)
    let base = PlainModel.entity("Base", [Self.key: .integer64, "name": .string])
    base.isAbstract = true
    let entities = ["One", "Two", "Three", "Four"].map { PlainModel.entity($0, [:]) }
    // Each inherits from the abstract one, or from an earlier one.
    for (place, entity) in entities.enumerated() {
      let parents = [base] + entities[..<place]
      let parent = parents[Int.random(in: parents.indices, using: &random)]
      parent.subentities.append(entity)
      entity.properties = attributes(of: entity, &random)
    }
    for number in 0..<5 { relate(entities, number, &random) }
    if Bool.random(using: &random) { entities[0].uniquenessConstraints = [["code"]] }
    entities[0].properties.append(Self.makeFetchedProperty(of: base))
    let model = NSManagedObjectModel()
    model.entities = [base] + entities
    return model
  }

  // MARK: Attributes

  private func attributes(
    of entity: NSEntityDescription,
    _ random: inout SeededRandom
  ) -> [NSPropertyDescription] {
    let types: [(String, NSAttributeDescription.AttributeType)] = [
      ("text", .string), ("small", .integer16), ("big", .integer64), ("real", .double),
      ("flag", .boolean), ("date", .date), ("id", .uuid), ("data", .binaryData), ("link", .uri),
      ("amount", .decimal),
    ]
    let prefix = (entity.name ?? "").lowercased()
    var properties: [NSPropertyDescription] = types.shuffled(using: &random).prefix(4)
      .map { attribute(prefix + $0.0, $0.1) }
    if entity.name == "One" {
      let must = attribute("must", .string)
      must.isOptional = false
      must.defaultValue = "given"
      properties += [must, attribute("code", .integer32), folded()]
    }
    if entity.name == "Two" {
      let place = NSCompositeAttributeDescription()
      place.name = "place"
      place.isOptional = true
      place.elements = [attribute("city", .string), attribute("floor", .integer16)]
      let limited = attribute("limited", .integer16)
      limited.setValidationPredicates(
        [NSPredicate(format: "SELF < 7")],
        withValidationWarnings: ["too much"]
      )
      properties += [place, limited]
    }
    return properties
  }

  private func attribute(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.type = type
    attribute.isOptional = true
    return attribute
  }

  private func folded() -> NSDerivedAttributeDescription {
    let folded = NSDerivedAttributeDescription()
    folded.name = "folded"
    folded.type = .string
    folded.isOptional = true
    folded.derivationExpression = _NSExpression(format: "canonical:(name)")
    return folded
  }

  private static func makeFetchedProperty(
    of entity: NSEntityDescription
  ) -> NSFetchedPropertyDescription {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity
    request.predicate = NSPredicate(format: "key > $FETCH_SOURCE.key AND name != nil")
    request.sortDescriptors = [NSSortDescriptor(key: Self.key, ascending: true)]
    let property = NSFetchedPropertyDescription()
    property.name = Self.fetched
    property.fetchRequest = request
    return property
  }

  // MARK: Relationships

  private func relate(
    _ entities: [NSEntityDescription],
    _ number: Int,
    _ random: inout SeededRandom
  ) {
    let left = entities[Int.random(in: entities.indices, using: &random)]
    let right = entities[Int.random(in: entities.indices, using: &random)]
    let there = relationship("r\(number)", to: right, &random)
    left.properties.append(there)
    if left === right, Int.random(in: 0..<4, using: &random) == 0 {
      there.isOrdered = false
      there.inverseRelationship = there
      return
    }
    let back = relationship("s\(number)", to: left, &random)
    right.properties.append(back)
    // Both ends of a relationship are ordered in few models only.
    if there.isOrdered { back.isOrdered = false }
    there.inverseRelationship = back
    back.inverseRelationship = there
  }

  private func relationship(
    _ name: String,
    to destination: NSEntityDescription,
    _ random: inout SeededRandom
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.maxCount = Bool.random(using: &random) ? 1 : 0
    if relationship.maxCount == 0, Int.random(in: 0..<8, using: &random) == 0 {
      relationship.maxCount = 3
    }
    relationship.isOptional = true
    relationship.isOrdered = relationship.maxCount != 1 && Bool.random(using: &random)
    relationship.deleteRule = Self.rules[Int.random(in: Self.rules.indices, using: &random)]
    return relationship
  }
}
