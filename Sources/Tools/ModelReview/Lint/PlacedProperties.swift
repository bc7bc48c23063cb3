import ManagedModel

/// An attribute with the entity that declares it.
package struct PlacedAttribute: Sendable {
  package let location: PropertyLocation
  package let owner: ResolvedEntity
  package let attribute: Attribute

  /// `'Entity.attribute'`, its name in messages.
  package var title: String { "'\(owner.name).\(attribute.name)'" }

  /// Whether a store holds a value that the program has to supply.
  var isStored: Bool { !attribute.isTransient && !attribute.isDerived }

  /// Whether new objects have a value for the attribute.
  var hasDefault: Bool {
    attribute.defaultValueText != nil || attribute.defaultDateTimeInterval != nil
  }
}

/// A relationship with the entity that declares it, and its ends.
package struct PlacedRelationship: Sendable {
  package let location: PropertyLocation
  package let owner: ResolvedEntity
  package let relationship: Relationship
  package let ends: RelationshipEnds

  /// `'Entity.relationship'`, its name in messages.
  package var title: String { "'\(owner.name).\(relationship.name)'" }

  var related: ModelProblem.Related {
    .init(message: "the inverse is here", source: relationship.source)
  }
}

extension ResolvedModel {
  /// The attributes of all entities, in the order of the model.
  var placedAttributes: [PlacedAttribute] {
    entities.flatMap { owner in
      owner.entity.properties.enumerated().compactMap { position, property in
        property.attribute.map { attribute in
          PlacedAttribute(
            location: PropertyLocation(entity: owner.index, property: position),
            owner: owner,
            attribute: attribute
          )
        }
      }
    }
  }

  /// The relationships of all entities, in the order of the model.
  var placedRelationships: [PlacedRelationship] {
    entities.flatMap { owner in
      owner.entity.properties.indices.compactMap { position in
        relationship(at: PropertyLocation(entity: owner.index, property: position))
      }
    }
  }

  /// The relationship at a location, if it is one.
  func relationship(at location: PropertyLocation) -> PlacedRelationship? {
    let owner = entities[location.entity]
    guard let relationship = property(at: location).relationship else { return nil }
    return PlacedRelationship(
      location: location,
      owner: owner,
      relationship: relationship,
      ends: owner.ends[location.property]
    )
  }

  /// The inverse of a relationship, if both name each other.
  func inverse(of relationship: PlacedRelationship) -> PlacedRelationship? {
    guard let inverse = relationship.ends.inverse.flatMap(self.relationship(at:)),
      inverse.ends.inverse == relationship.location
    else { return nil }
    return inverse
  }
}
