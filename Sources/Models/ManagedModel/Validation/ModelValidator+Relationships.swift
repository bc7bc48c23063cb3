import Diagnostics

extension ModelValidator {
  /// Checks that destinations exist, and that inverses exist and are mutual.
  mutating func checkRelationships(of entity: ResolvedEntity) {
    for (position, property) in entity.entity.properties.enumerated() {
      guard let relationship = property.relationship else { continue }
      let ends = entity.ends[position]
      checkDestination(of: relationship, in: entity, ends)
      checkInverse(
        of: relationship,
        ends,
        at: PropertyLocation(entity: entity.index, property: position)
      )
      checkCounts(of: relationship, in: entity)
    }
  }

  private mutating func checkDestination(
    of relationship: Relationship,
    in entity: ResolvedEntity,
    _ ends: RelationshipEnds
  ) {
    guard ends.destination == nil else { return }
    guard let name = relationship.destinationName, !name.isEmpty else {
      report(
        .unknownDestination,
        "'\(entity.name).\(relationship.name)' has no destination",
        at: relationship.source,
        attribute: "destinationEntity"
      )
      return
    }
    report(
      .unknownDestination,
      "the destination '\(name)' of '\(entity.name).\(relationship.name)' is not in the model",
      at: relationship.source,
      attribute: "destinationEntity",
      hint: suggestion(for: name) { $0.model.entities.map(\.name) }
    )
  }

  private mutating func checkInverse(
    of relationship: Relationship,
    _ ends: RelationshipEnds,
    at location: PropertyLocation
  ) {
    let owner = resolved.entities[location.entity].name
    guard let inverseName = relationship.inverseName, !inverseName.isEmpty else { return }
    guard let inverseLocation = ends.inverse,
      let inverse = resolved.property(at: inverseLocation).relationship
    else {
      reportUnknownInverse(of: relationship, owner: owner, ends)
      return
    }
    checkInverseEntity(of: relationship, owner: owner, ends, inverseLocation)
    let back = resolved.entities[inverseLocation.entity].ends[inverseLocation.property].inverse
    guard back != location, back.map({ !isSameProperty($0, location) }) ?? true else { return }
    let inverseOwner = resolved.entities[inverseLocation.entity].name
    let leadsTo = inverse.inverseName.map { "whose inverse is '\($0)'" } ?? "which has no inverse"
    report(
      .nonMutualInverse,
      "the inverse of '\(owner).\(relationship.name)' is '\(inverseOwner).\(inverse.name)', "
        + leadsTo,
      at: relationship.source,
      attribute: "inverseName",
      related: [.init(message: "the inverse is here", source: inverse.source)]
    )
  }

  /// Whether two locations are the same property, declared in an ancestor or descendant of the owner included.
  private func isSameProperty(_ back: PropertyLocation, _ location: PropertyLocation) -> Bool {
    guard resolved.property(at: back).name == resolved.property(at: location).name else {
      return false
    }
    return resolved.isEntity(back.entity, orDescendantOf: location.entity)
      || resolved.isEntity(location.entity, orDescendantOf: back.entity)
  }

  private mutating func reportUnknownInverse(
    of relationship: Relationship,
    owner: String,
    _ ends: RelationshipEnds
  ) {
    guard let destination = ends.destination, let name = relationship.inverseName else { return }
    let entity = resolved.entities[destination]
    // Xcode itself leaves such a pair behind when a destination is changed, so there are models in use that have one.
    let namesAnotherEntity =
      relationship.inverseEntityName.map { $0 != relationship.destinationName } ?? false
    report(
      .unknownInverse,
      "the inverse '\(name)' of '\(owner).\(relationship.name)' is not a relationship of "
        + "'\(entity.name)'",
      at: relationship.source,
      attribute: "inverseName",
      hint: suggestion(for: name) { resolved in
        resolved.lineage(of: entity).flatMap(\.entity.relationships).map(\.name)
      },
      severity: namesAnotherEntity ? .warning : nil
    )
  }

  private mutating func checkInverseEntity(
    of relationship: Relationship,
    owner: String,
    _ ends: RelationshipEnds,
    _ inverse: PropertyLocation
  ) {
    guard let named = relationship.inverseEntityName, named != relationship.destinationName,
      let destination = ends.destination
    else { return }
    if let expected = resolved.index(ofEntity: named),
      resolved.isEntity(destination, orDescendantOf: expected)
    {
      return
    }
    report(
      .inverseEntityMismatch,
      "'\(owner).\(relationship.name)' leads to '\(resolved.entities[destination].name)', but its "
        + "inverse entity is '\(named)'",
      at: relationship.source,
      attribute: "inverseEntity"
    )
  }

  private mutating func checkCounts(of relationship: Relationship, in entity: ResolvedEntity) {
    if relationship.isOrdered && !relationship.isToMany {
      report(
        .orderedToOne,
        "'\(entity.name).\(relationship.name)' is ordered and to-one",
        at: relationship.source,
        attribute: "ordered",
        hint: "a single object has no order; remove 'ordered'"
      )
    }
    let maximum = relationship.effectiveMaximumCount
    if maximum > 0, relationship.effectiveMinimumCount > maximum {
      report(
        .badCount,
        "'\(entity.name).\(relationship.name)' needs at least "
          + "\(relationship.effectiveMinimumCount) objects and may have at most \(maximum)",
        at: relationship.source,
        attribute: "minCount"
      )
    }
  }
}
