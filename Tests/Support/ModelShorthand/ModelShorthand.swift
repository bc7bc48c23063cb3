import ManagedModel

// Shorthand for models in tests.

package func model(_ entities: Entity..., composites: [Composite] = []) -> ResolvedModel {
  ResolvedModel(Model(entities: entities, composites: composites))
}

package func entity(
  _ name: String,
  parent: String? = nil,
  isAbstract: Bool = false,
  indexes: [FetchIndex] = [],
  compound: [[String]] = [],
  unique: [[String]] = [],
  _ properties: Property...
) -> Entity {
  Entity(
    name: name,
    parentName: parent,
    isAbstract: isAbstract,
    properties: properties,
    fetchIndexes: indexes,
    compoundIndexes: compound.map { CompoundIndex(members: $0.map { PropertyReference($0) }) },
    uniquenessConstraints: unique.map {
      UniquenessConstraint(members: $0.map { PropertyReference($0) })
    }
  )
}

package func attribute(
  _ name: String,
  _ type: AttributeType = .string,
  isTransient: Bool = false,
  isIndexed: Bool = false,
  derivedBy expression: String? = nil,
  composite: String? = nil
) -> Property {
  var attribute = Attribute(name: name, type: type, isTransient: isTransient)
  attribute.isIndexed = isIndexed
  attribute.isDerived = expression != nil
  attribute.derivationExpression = expression
  attribute.compositeName = composite
  return .attribute(attribute)
}

package func toOne(_ name: String, _ destination: String, inverse: String? = nil) -> Property {
  .relationship(
    Relationship(
      name: name,
      destinationName: destination,
      inverseName: inverse,
      inverseEntityName: inverse == nil ? nil : destination
    )
  )
}

package func toMany(
  _ name: String,
  _ destination: String,
  inverse: String? = nil,
  isOrdered: Bool = false,
  isTransient: Bool = false
) -> Property {
  var relationship = Relationship(
    name: name,
    destinationName: destination,
    isToMany: true,
    inverseName: inverse,
    inverseEntityName: inverse == nil ? nil : destination
  )
  relationship.isOrdered = isOrdered
  relationship.isTransient = isTransient
  return .relationship(relationship)
}

package func fetchIndex(
  _ name: String,
  _ members: String...,
  type: FetchIndexElementType = .binary,
  isAscending: Bool = true
) -> FetchIndex {
  FetchIndex(
    name: name,
    elements: members.map {
      FetchIndexElement(propertyName: $0, type: type, isAscending: isAscending)
    }
  )
}

extension Property {
  /// The same property, optional.
  package var optional: Property {
    edited {
      $0.isOptional = true
    } relationship: {
      $0.isOptional = true
    }
  }

  /// The same property with a renaming identifier.
  package func was(_ name: String) -> Property {
    edited {
      $0.renamingIdentifier = name
    } relationship: {
      $0.renamingIdentifier = name
    }
  }

  /// The same attribute with a default value, spelled as in a model file.
  package func defaulting(to text: String) -> Property {
    edited {
      $0.defaultValueText = text
    } relationship: { _ in
    }
  }

  private func edited(
    attribute editAttribute: (inout Attribute) -> Void,
    relationship editRelationship: (inout Relationship) -> Void
  ) -> Property {
    switch self {
    case .attribute(var attribute):
      editAttribute(&attribute)
      return .attribute(attribute)
    case .relationship(var relationship):
      editRelationship(&relationship)
      return .relationship(relationship)
    case .fetchedProperty: return self
    }
  }
}

extension Entity {
  /// The same entity with a renaming identifier.
  package func was(_ name: String) -> Entity {
    var entity = self
    entity.renamingIdentifier = name
    return entity
  }
}
