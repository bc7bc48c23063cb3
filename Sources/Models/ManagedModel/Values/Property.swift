/// An attribute, a relationship or a fetched property.
package indirect enum Property: Sendable, Hashable {
  case attribute(Attribute)
  case relationship(Relationship)
  case fetchedProperty(FetchedProperty)
}

extension Property {
  package var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    case .fetchedProperty(let property): property.name
    }
  }

  package var source: SourceOffset {
    switch self {
    case .attribute(let attribute): attribute.source
    case .relationship(let relationship): relationship.source
    case .fetchedProperty(let property): property.source
    }
  }

  /// The kind of property, for messages.
  package var kindName: String {
    switch self {
    case .attribute: "attribute"
    case .relationship: "relationship"
    case .fetchedProperty: "fetched property"
    }
  }

  /// Whether the property is not stored.
  package var isTransient: Bool {
    switch self {
    case .attribute(let attribute): attribute.isTransient
    case .relationship(let relationship): relationship.isTransient
    case .fetchedProperty: true
    }
  }

  package var isAttribute: Bool {
    if case .attribute = self { true } else { false }
  }

  package var isRelationship: Bool {
    if case .relationship = self { true } else { false }
  }

  /// Whether the property is a relationship to many objects.
  package var isToMany: Bool {
    if case .relationship(let relationship) = self { relationship.isToMany } else { false }
  }

  package var attribute: Attribute? {
    guard case .attribute(let attribute) = self else { return nil }
    return attribute
  }

  package var relationship: Relationship? {
    guard case .relationship(let relationship) = self else { return nil }
    return relationship
  }

  package var fetchedProperty: FetchedProperty? {
    guard case .fetchedProperty(let property) = self else { return nil }
    return property
  }
}
