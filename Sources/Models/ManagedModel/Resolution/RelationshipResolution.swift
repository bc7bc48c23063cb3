import Parallelism

/// Follows the names of destinations and inverses.
///
/// It is a class so that closures on several threads do not count references to all of its parts.
final class RelationshipResolution: Sendable {
  private let model: Model
  private let inheritance: Inheritance
  private let indexes: [String: Int]
  private let positions: [[String: Int]]

  init(model: Model, inheritance: Inheritance, indexes: [String: Int]) {
    self.model = model
    self.inheritance = inheritance
    self.indexes = indexes
    positions = model.entities.concurrentMap { entity, _ in Self.positions(of: entity) }
  }

  /// The positions of the properties of an entity by their names.
  private static func positions(of entity: Entity) -> [String: Int] {
    var positions = [String: Int](minimumCapacity: entity.properties.count)
    for (position, property) in entity.properties.enumerated() {
      // Of two properties with the same name the first counts, so the later one must not stay.
      if let earlier = positions.updateValue(position, forKey: property.name) {
        positions[property.name] = earlier
      }
    }
    return positions
  }

  func resolvedEntities() -> [ResolvedEntity] {
    Array(model.entities.indices).concurrentMap { index, _ in self.resolvedEntity(at: index) }
  }

  private func resolvedEntity(at index: Int) -> ResolvedEntity {
    let entity = model.entities[index]
    var ends: [RelationshipEnds] = []
    ends.reserveCapacity(entity.properties.count)
    for property in entity.properties {
      if case .relationship(let relationship) = property {
        ends.append(self.ends(of: relationship))
      } else {
        ends.append(.none)
      }
    }
    return ResolvedEntity(
      index: index,
      entity: entity,
      positions: positions[index],
      inheritance: inheritance,
      ends: ends
    )
  }

  private func ends(of relationship: Relationship) -> RelationshipEnds {
    let destination = relationship.destinationName.flatMap { indexes[$0] }
    guard let inverseName = relationship.inverseName else {
      return RelationshipEnds(destination: destination, inverse: nil)
    }
    let inverse =
      destination.flatMap { locate(inverseName, from: $0) }
      ?? relationship.inverseEntityName
      .flatMap { indexes[$0] }
      .flatMap { locate(inverseName, from: $0) }
    return RelationshipEnds(destination: destination, inverse: inverse)
  }

  /// Finds the declaration of a property in the named entity or in an ancestor of it.
  private func locate(_ name: String, from entity: Int) -> PropertyLocation? {
    var next: Int? = entity
    while let index = next {
      if let position = positions[index][name] {
        guard model.entities[index].properties[position].relationship != nil else { return nil }
        return PropertyLocation(entity: index, property: position)
      }
      next = inheritance.parents[index]
    }
    return nil
  }
}
