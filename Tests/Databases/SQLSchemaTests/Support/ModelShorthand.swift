import ManagedModel

// Short words for models in tests.

func model(_ entities: Entity..., composites: [Composite] = []) -> ResolvedModel {
  ResolvedModel(Model(entities: entities, composites: composites))
}

func entity(
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

func attribute(
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

func toOne(_ name: String, _ destination: String, inverse: String? = nil) -> Property {
  .relationship(
    Relationship(
      name: name,
      destinationName: destination,
      inverseName: inverse,
      inverseEntityName: inverse == nil ? nil : destination
    )
  )
}

func toMany(
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

func fetchIndex(
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
