import ManagedModel

// Relationships with other inverses than before: of two ends that come from different relationships, only one
// can keep its connections.

extension ModelCorrespondence {
  /// The end of a new relationship whose connections both ends have after a migration.
  ///
  /// It is the to-one end, or of two to-many ends the first that has a source. Two to-one ends have a column
  /// each, so each keeps its own.
  package func leadingEnd(of location: PropertyLocation) -> PropertyLocation {
    guard let inverse = new.entities[location.entity].ends[location.property].inverse,
      inverse != location
    else { return location }
    let ends: [PropertyLocation]
    switch (new.isToMany(location), new.isToMany(inverse)) {
    case (false, false): return location
    case (false, true): ends = [location, inverse]
    case (true, false): ends = [inverse, location]
    case (true, true):
      let isFirst = (location.entity, location.property) < (inverse.entity, inverse.property)
      ends = isFirst ? [location, inverse] : [inverse, location]
    }
    return ends.first { !storedSources(of: $0).isEmpty } ?? ends[0]
  }

  /// Whether both ends of a new one-to-one relationship have connections of their own, which may disagree.
  package func endsMayConflict(_ location: PropertyLocation) -> Bool {
    guard let inverse = new.entities[location.entity].ends[location.property].inverse,
      inverse != location, !new.isToMany(location), !new.isToMany(inverse)
    else { return false }
    let (sources, others) = (storedSources(of: location), storedSources(of: inverse))
    guard let source = sources.first, let other = others.first else { return false }
    return sources.count > 1 || others.count > 1
      || old.entities[source.entity].ends[source.property].inverse != other
  }

  /// Whether an old relationship gets the connections of its new inverse instead of its own.
  package func isDisplaced(_ location: PropertyLocation) -> Bool {
    guard !old.property(at: location).isTransient, let successor = successor(of: location),
      !new.property(at: successor).isTransient, keepsDestination(location, successor)
    else { return false }
    return !holds(successor, location)
  }

  /// The new relationship that keeps the connections of a displaced one: the successor of its old
  /// inverse.
  package func refuge(ofDisplaced location: PropertyLocation) -> PropertyLocation? {
    guard let inverse = old.entities[location.entity].ends[location.property].inverse,
      inverse != location, !old.property(at: inverse).isTransient,
      let successor = successor(of: inverse), !new.property(at: successor).isTransient,
      keepsDestination(inverse, successor), !isDisplaced(inverse)
    else { return nil }
    return successor
  }

  /// Whether a new relationship keeps the connections of the old one that it comes from.
  private func holds(_ successor: PropertyLocation, _ location: PropertyLocation) -> Bool {
    let leader = leadingEnd(of: successor)
    guard leader != successor else { return true }
    guard let inverse = old.entities[location.entity].ends[location.property].inverse else {
      return false
    }
    return storedSources(of: leader).contains(inverse)
  }

  private func storedSources(of location: PropertyLocation) -> [PropertyLocation] {
    guard !new.property(at: location).isTransient else { return [] }
    return sources(of: location).filter {
      !old.property(at: $0).isTransient && keepsDestination($0, location)
    }
  }
}

extension ResolvedModel {
  fileprivate func isToMany(_ location: PropertyLocation) -> Bool {
    property(at: location).relationship?.isToMany == true
  }
}
