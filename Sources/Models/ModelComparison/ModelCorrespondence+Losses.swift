import ManagedModel

// Properties that continue in the objects of some entities only.

extension ModelCorrespondence {
  /// The old entities whose successors lack a property that they have, although it continues in others.
  package func entitiesLosing(_ location: PropertyLocation) -> [Int] {
    guard continues(location) else { return [] }
    return old.subtree(of: old.entities[location.entity]).map(\.index).filter { entity in
      newEntity(of: entity) != nil && !continues(location, in: entity)
        && old.allProperties(of: old.entities[entity]).contains(location)
    }
  }

  /// The old entities that continue, but whose objects are no longer possible destinations of a relationship.
  package func entitiesLeaving(_ location: PropertyLocation) -> [Int] {
    destinations(of: location).filter { newEntity(of: $0) != nil }
  }

  /// Whether a relationship led to objects that are gone, or that it cannot lead to any more.
  package func losesDestinations(_ location: PropertyLocation) -> Bool {
    destinations(of: location).contains { !old.entities[$0].entity.isAbstract }
  }

  /// The old destination entities of a relationship that its successor does not lead to.
  private func destinations(of location: PropertyLocation) -> [Int] {
    guard let end = old.entities[location.entity].ends[location.property].destination,
      let successor = successor(of: location),
      let newEnd = new.entities[successor.entity].ends[successor.property].destination
    else { return [] }
    let reached = Set(new.subtree(of: new.entities[newEnd]).map(\.index))
    return old.subtree(of: old.entities[end]).map(\.index).filter { entity in
      newEntity(of: entity).map { !reached.contains($0) } ?? true
    }
  }
}

extension ResolvedModel {
  /// Whether several objects can be connected to one that a relationship leads to: the inverse is to-many, or
  /// it is a to-one relationship without an inverse.
  package func isShared(_ location: PropertyLocation) -> Bool {
    let inverse = entities[location.entity].ends[location.property].inverse
    let back = inverse.flatMap { property(at: $0).relationship?.isToMany }
    return back ?? (property(at: location).relationship?.isToMany == false)
  }

  /// Whether a relationship is its own inverse, as that of friends is.
  package func isOwnInverse(_ location: PropertyLocation) -> Bool {
    entities[location.entity].ends[location.property].inverse == location
  }
}
