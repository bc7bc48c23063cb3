import Foundation

extension NSEntityDescription {
  /// The direct subentities, by their names.
  public var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(
      subentities.compactMap { entity in entity.name.map { ($0, entity) } },
      uniquingKeysWith: { _, last in last }
    )
  }

  /// Whether the entity equals the given one or inherits from it.
  public func isKindOf(entity: NSEntityDescription) -> Bool {
    var next: NSEntityDescription? = self
    while let current = next {
      if current === entity { return true }
      next = current.parent
    }
    return false
  }

  /// The entity and all its ancestors, the entity itself first.
  var lineage: [NSEntityDescription] {
    var result: [NSEntityDescription] = []
    var next: NSEntityDescription? = self
    while let entity = next {
      result.append(entity)
      next = entity.parent
    }
    return result
  }

  /// The entity and all its descendants, parents before their children.
  var subtree: [NSEntityDescription] {
    var result: [NSEntityDescription] = []
    var pending = [self]
    while let entity = pending.popLast() {
      result.append(entity)
      pending.append(contentsOf: entity.subentities.reversed())
    }
    return result
  }

  /// Moves new subentities from their former parents, and releases removed ones.
  func adoptSubentities(insteadOf former: [NSEntityDescription]) {
    for entity in former where entity.parent === self { entity.parent = nil }
    for entity in subentities {
      precondition(!isKindOf(entity: entity), "An entity can't inherit from itself.")
      if let other = entity.parent, other !== self {
        other.subentities.removeAll { $0 === entity }
      }
      entity.parent = self
      entity.missingParentName = nil
      if let model, entity.model == nil { model.adopt(model.storedEntities + [entity]) }
    }
  }
}
