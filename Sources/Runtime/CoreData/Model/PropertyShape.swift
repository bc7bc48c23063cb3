/// A property of an entity in use, prepared for objects.
struct PropertyShape: @unchecked Sendable {
  /// The kind of a property.
  enum Kind: Sendable, Hashable {
    case attribute(NSAttributeDescription.AttributeType)
    case toOne
    case toMany(ordered: Bool)
    case fetched
    /// A property of an unsupported kind.
    case other
  }

  let name: String
  let kind: Kind
  let isTransient: Bool
  let isOptional: Bool
  let deleteRule: NSDeleteRule

  /// The shape of the entity to which a relationship leads.
  // Shapes are immortal.
  unowned(unsafe) let destination: EntityShape?

  /// The number of the inverse relationship in the destination and in all of its subentities.
  let inverse: Int?

  /// Creates the shape of a property; `destination` is that of a relationship's destination entity.
  init(of property: NSPropertyDescription, destination: EntityShape?) {
    let relationship = property as? NSRelationshipDescription
    name = property.name
    kind = Self.kind(of: property)
    isTransient = property.isTransient
    isOptional = property.isOptional
    deleteRule = relationship?.deleteRule ?? .noActionDeleteRule
    self.destination = destination
    let index = relationship?.inverseRelationship.flatMap { destination?.index(of: $0.name) }
    inverse = index.flatMap { index in
      destination?.properties[index] is NSRelationshipDescription ? index : nil
    }
  }

  private static func kind(of property: NSPropertyDescription) -> Kind {
    switch property {
    case let attribute as NSAttributeDescription: .attribute(attribute.type)
    case let relationship as NSRelationshipDescription:
      relationship.isToMany ? .toMany(ordered: relationship.isOrdered) : .toOne
    case is NSFetchedPropertyDescription: .fetched
    default: .other
    }
  }

  /// Whether the property is an attribute.
  var isAttribute: Bool {
    if case .attribute = kind { true } else { false }
  }

  /// Whether the property is a relationship.
  var isRelationship: Bool {
    switch kind {
    case .toOne, .toMany: true
    default: false
    }
  }
}
