/// A model whose names have been resolved: the parent of each entity, the destination and the inverse of
/// each relationship.
///
/// Entities are known by their index in ``Model/entities``. Resolution never fails: a name that leads
/// nowhere resolves to nil, a cycle of parents is cut, and of two entities with one name the first wins.
/// ``ModelValidator`` reports all of these; code that runs after it need not.
package struct ResolvedModel: Sendable {
  /// The model that was resolved.
  package let model: Model

  /// One for each entity of the model, in the same order.
  package let entities: [ResolvedEntity]

  private let entityIndexes: [String: Int]
  private let compositeIndexes: [String: Int]
  private let inheritance: Inheritance

  package init(_ model: Model) {
    self.model = model
    entityIndexes = Self.firstIndexes(of: model.entities.lazy.map(\.name))
    compositeIndexes = Self.firstIndexes(of: model.composites.lazy.map(\.name))
    inheritance = Inheritance(model: model, indexes: entityIndexes)
    entities = RelationshipResolution(
      model: model,
      inheritance: inheritance,
      indexes: entityIndexes
    ).resolvedEntities()
  }

  private static func firstIndexes(of names: some Sequence<String>) -> [String: Int] {
    Dictionary(
      names.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

extension ResolvedModel {
  /// The index of the entity with the given name.
  package func index(ofEntity name: String) -> Int? {
    entityIndexes[name]
  }

  /// The entity with the given name.
  package func entity(named name: String) -> ResolvedEntity? {
    entityIndexes[name].map { entities[$0] }
  }

  /// The composite with the given name.
  package func composite(named name: String) -> Composite? {
    compositeIndexes[name].map { model.composites[$0] }
  }

  /// The property at a location.
  package func property(at location: PropertyLocation) -> Property {
    model.entities[location.entity].properties[location.property]
  }

  /// The entities without a parent, in the order of the model.
  package var roots: [ResolvedEntity] {
    entities.filter { $0.parent == nil }
  }

  /// The entity and all its ancestors, the entity itself first.
  package func lineage(of entity: ResolvedEntity) -> [ResolvedEntity] {
    var result = [entity]
    var next = entity.parent
    while let index = next {
      result.append(entities[index])
      next = entities[index].parent
    }
    return result
  }

  /// Whether an entity was made a root because it has too many ancestors.
  func isTooDeep(_ index: Int) -> Bool {
    inheritance.tooDeep.contains(index)
  }

  /// Whether an entity is another one or one of its descendants.
  func isEntity(_ index: Int, orDescendantOf ancestor: Int) -> Bool {
    inheritance.isEntity(index, orDescendantOf: ancestor)
  }

  /// All properties of an entity, inherited ones included: those of its farthest ancestor first, each
  /// entity's in the order of the file.
  ///
  /// A property that an entity declares anew takes the place of the inherited one.
  package func allProperties(of entity: ResolvedEntity) -> [PropertyLocation] {
    if entity.parent == nil, entity.hasDistinctNames {
      return entity.entity.properties.indices.map {
        PropertyLocation(entity: entity.index, property: $0)
      }
    }
    var result: [PropertyLocation] = []
    var positions: [String: Int] = [:]
    for ancestor in lineage(of: entity).reversed() {
      for (position, property) in ancestor.entity.properties.enumerated() {
        let location = PropertyLocation(entity: ancestor.index, property: position)
        if let existing = positions[property.name] {
          result[existing] = location
        } else {
          positions[property.name] = result.count
          result.append(location)
        }
      }
    }
    return result
  }

  /// The declaration of the property of the given name, looking through the entity and its ancestors.
  package func locate(_ name: String, in entity: ResolvedEntity) -> PropertyLocation? {
    var next: Int? = entity.index
    while let index = next {
      if let position = entities[index].position(of: name) {
        return PropertyLocation(entity: index, property: position)
      }
      next = entities[index].parent
    }
    return nil
  }

  /// The entity and everything below it, depth first; children are in the order of the model.
  package func subtree(of entity: ResolvedEntity) -> [ResolvedEntity] {
    var result: [ResolvedEntity] = []
    var pending = [entity.index]
    while let index = pending.popLast() {
      result.append(entities[index])
      pending.append(contentsOf: entities[index].children.reversed())
    }
    return result
  }
}

/// The declaration of a property: its entity, and its position in that entity's own properties.
package struct PropertyLocation: Sendable, Hashable {
  package var entity: Int
  package var property: Int

  package init(entity: Int, property: Int) {
    self.entity = entity
    self.property = property
  }
}
