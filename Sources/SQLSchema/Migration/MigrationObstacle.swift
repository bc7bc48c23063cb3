import ManagedModel

/// Why Core Data cannot infer a migration, or why one may fail on some stores.
///
/// Locations and indexes are those of the new version.
package enum MigrationObstacle: Sendable, Hashable {
  /// An attribute has another type, and Core Data does not guess how values convert.
  case typeChange(PropertyLocation, from: PropertyLocation)

  /// Entities that had no common ancestor now share one, given by its root.
  case joinedHierarchies(root: Int)

  /// Objects of an entity that was there before need a value that nothing gives them.
  case missingValue(PropertyLocation)

  /// A property that could be missing may no longer be, and no default takes the place of what is not
  /// there.
  case newlyMandatory(PropertyLocation)

  /// A relationship now leads to objects of other entities.
  case otherDestination(PropertyLocation)
}

extension MigrationObstacle {
  /// Whether it is in the way only of stores that have certain objects.
  package var dependsOnData: Bool {
    switch self {
    case .typeChange, .joinedHierarchies, .otherDestination: false
    case .missingValue, .newlyMandatory: true
    }
  }

  /// What is in the way, in one sentence without a final full stop.
  package func explanation(in model: ResolvedModel) -> String {
    switch self {
    case .typeChange(let location, _):
      "the type of \(model.title(of: location)) changes, and Core Data converts no values"
    case .joinedHierarchies(let root):
      "entities that had no common ancestor come together under \(model.entities[root].name)"
    case .missingValue(let location):
      "\(model.title(of: location)) is mandatory, and nothing gives existing objects a value"
    case .newlyMandatory(let location):
      "\(model.title(of: location)) becomes mandatory, and nothing replaces values that are missing"
    case .otherDestination(let location):
      "\(model.title(of: location)) leads to objects of another entity"
    }
  }
}

extension ModelCorrespondence {
  /// Everything that is in the way of an inferred migration, each once, in the order of the new model.
  package var obstacles: [MigrationObstacle] {
    var result: [MigrationObstacle] = []
    var seen: Set<MigrationObstacle> = []
    func add(_ obstacle: MigrationObstacle) {
      if seen.insert(obstacle).inserted { result.append(obstacle) }
    }
    for root in new.roots where oldRoots(below: root).count > 1 {
      add(.joinedHierarchies(root: root.index))
    }
    for entity in new.entities where oldEntity(of: entity.index) != nil {
      for location in new.allProperties(of: entity) {
        if let obstacle = obstacle(at: location, in: entity.index) { add(obstacle) }
      }
    }
    return result
  }

  /// The roots of the old trees whose entities are in a new tree, in the order of the new model.
  package func oldRoots(below root: ResolvedEntity) -> [Int] {
    var result: [Int] = []
    for entity in new.subtree(of: root) {
      guard let source = oldEntity(of: entity.index) else { continue }
      let oldRoot = old.entities[source].root
      if !result.contains(oldRoot) { result.append(oldRoot) }
    }
    return result
  }

  /// Whether objects that an old relationship leads to can be those that the new one leads to.
  package func keepsDestination(
    _ source: PropertyLocation,
    _ location: PropertyLocation
  ) -> Bool {
    guard let before = old.entities[source.entity].ends[source.property].destination,
      let after = new.entities[location.entity].ends[location.property].destination
    else { return false }
    if let moved = newEntity(of: before), new.isRelated(moved, after) { return true }
    // Where the destination is gone or new, the tree decides: keys are those of its table.
    return old.subtree(of: old.entities[before]).contains {
      newEntity(of: $0.index).map { new.isRelated($0, after) } ?? false
    }
  }

  private func obstacle(at location: PropertyLocation, in entity: Int) -> MigrationObstacle? {
    let property = new.property(at: location)
    guard !property.isTransient else { return nil }
    let found = source(of: location, in: entity).flatMap {
      old.property(at: $0).isTransient ? nil : $0
    }
    switch property {
    case .fetchedProperty: return nil
    case .attribute(let attribute):
      if let found, let before = old.property(at: found).attribute,
        attribute.hasOtherValues(than: before)
      {
        return .typeChange(location, from: found)
      }
      guard !attribute.isOptional, !attribute.isDerived, attribute.defaultValue == nil,
        attribute.type != .composite
      else { return nil }
      guard let found, let before = old.property(at: found).attribute else {
        return .missingValue(location)
      }
      return before.isOptional ? .newlyMandatory(location) : nil
    case .relationship(let relationship):
      if let found, !keepsDestination(found, location) { return .otherDestination(location) }
      guard !relationship.isOptional, !relationship.isToMany else { return nil }
      guard let found, let before = old.property(at: found).relationship else {
        return .missingValue(location)
      }
      return before.isOptional && !before.isToMany ? .newlyMandatory(location) : nil
    }
  }
}

extension Attribute {
  /// Whether values of another attribute are none of this one.
  fileprivate func hasOtherValues(than other: Self) -> Bool {
    type != other.type || (type == .composite && compositeName != other.compositeName)
  }
}

extension ResolvedModel {
  /// Whether two entities are in one tree, so that keys of one can be keys of the other.
  fileprivate func isRelated(_ left: Int, _ right: Int) -> Bool {
    entities[left].root == entities[right].root
  }
}
