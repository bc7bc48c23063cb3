import ManagedModel

// A relationship and its inverse hold the same connections, so one of them suffices to keep them.

extension ModelCorrespondence {
  /// The new property that an old one becomes; where several do, the first.
  package func successor(of location: PropertyLocation) -> PropertyLocation? {
    for entity in old.subtree(of: old.entities[location.entity]) {
      guard let heir = newEntity(of: entity.index) else { continue }
      for found in new.allProperties(of: new.entities[heir])
      where source(of: found, in: heir) == location {
        return found
      }
    }
    return nil
  }

  /// The new relationship that keeps the connections of a removed one: the successor of its inverse.
  package func keeper(ofRemoved location: PropertyLocation) -> PropertyLocation? {
    guard !continues(location), !old.property(at: location).isTransient,
      let inverse = old.entities[location.entity].ends[location.property].inverse,
      inverse != location, !old.property(at: inverse).isTransient,
      let successor = successor(of: inverse), !new.property(at: successor).isTransient,
      keepsDestination(inverse, successor), !isDisplaced(inverse)
    else { return nil }
    return successor
  }

  /// The old relationship whose connections an added one takes over: the source of its inverse.
  package func origin(ofAdded location: PropertyLocation) -> PropertyLocation? {
    guard source(of: location) == nil, !new.property(at: location).isTransient,
      let inverse = new.entities[location.entity].ends[location.property].inverse,
      inverse != location, !new.property(at: inverse).isTransient,
      let source = source(of: inverse), !old.property(at: source).isTransient,
      keepsDestination(source, inverse)
    else { return nil }
    return source
  }
}
