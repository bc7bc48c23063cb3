import ManagedModel

/// The reason why Core Data cannot infer a migration, or why one may fail on some stores.
///
/// Locations and indexes are those of the new version.
package enum MigrationObstacle: Sendable, Hashable {
  /// An attribute has another type between which Core Data does not convert.
  case typeChange(PropertyLocation, from: PropertyLocation)

  /// An attribute has a numeric type that cannot represent every value of the old one.
  case valueRange(PropertyLocation, type: AttributeType)

  /// Entities that had no common ancestor now share one, given by its root.
  case joinedHierarchies(root: Int)

  /// Objects of an entity that existed before need a value, and there is no default.
  case missingValue(PropertyLocation)

  /// An optional property has become mandatory, and no default fills in missing values.
  case newlyMandatory(PropertyLocation)

  /// A mandatory relationship may lead to an object that others lead to as well, and only one of them stays
  /// connected.
  case noLongerShared(PropertyLocation)

  /// Existing objects may have equal values where a constraint of an entity, given by its position, requires
  /// unique ones.
  case duplicateValues(entity: Int, constraint: Int)

  /// A relationship now leads to objects of other entities.
  case otherDestination(PropertyLocation)
}

extension MigrationObstacle {
  /// Whether it prevents the migration only of stores that contain certain objects.
  package var dependsOnData: Bool {
    switch self {
    case .typeChange, .joinedHierarchies, .otherDestination: false
    case .missingValue, .newlyMandatory, .noLongerShared, .valueRange, .duplicateValues: true
    }
  }

  /// The objects because of which the migration fails; nil if it does not depend on data.
  package var condition: String? {
    switch self {
    case .typeChange, .joinedHierarchies, .otherDestination: nil
    case .missingValue, .newlyMandatory: "an object has none"
    case .noLongerShared: "two objects lead to the same object"
    case .valueRange: "a value does not fit"
    case .duplicateValues: "two objects have the same"
    }
  }

  /// The obstacle, in one sentence without a final period.
  package func explanation(in model: ResolvedModel) -> String {
    switch self {
    case .typeChange(let location, _):
      "the type of \(model.title(of: location))\(members(of: location, in: model)) changes, and Core Data"
        + " infers no such conversion"
    case .valueRange(let location, let type):
      "\(model.title(of: location)) is of type \(type.fileName ?? "Integer") from now on, which "
        + "cannot represent every value of the old type"
    case .joinedHierarchies(let root):
      "entities that had no common ancestor get the common ancestor \(model.entities[root].name)"
    case .missingValue(let location):
      "\(model.title(of: location)) is mandatory, and existing objects would have no value"
    case .newlyMandatory(let location):
      "\(model.title(of: location)) becomes mandatory, and missing values are not replaced"
    case .noLongerShared(let location):
      "\(model.title(of: location)) is mandatory, and of objects that lead to the same all but one are "
        + "disconnected"
    case .duplicateValues(let entity, let constraint):
      Self.explanation(ofConstraint: constraint, of: model.entities[entity].entity)
    case .otherDestination(let location):
      "\(model.title(of: location)) leads to objects of another entity"
    }
  }
}

extension MigrationObstacle {
  /// Whether the migration fails because of objects, not because of the models alone.
  fileprivate var isAboutMissingValues: Bool {
    switch self {
    case .missingValue, .newlyMandatory, .noLongerShared: true
    default: false
    }
  }

  /// The addition to the title of a composite attribute: one of its members may have changed its type.
  private func members(of location: PropertyLocation, in model: ResolvedModel) -> String {
    model.property(at: location).attribute?.type == .composite ? " or of a member of it" : ""
  }

  private static func explanation(ofConstraint position: Int, of entity: Entity) -> String {
    let constraints = entity.uniquenessConstraints ?? []
    let members =
      constraints.indices.contains(position) ? constraints[position].members.map(\.name) : []
    return "no two objects of \(entity.name) may have the same values of "
      + "(\(members.joined(separator: ", ")))"
  }
}

extension ModelCorrespondence {
  /// All obstacles to an inferred migration, each once, in the order of the new model.
  package var obstacles: [MigrationObstacle] {
    var result: [MigrationObstacle] = []
    var seen: Set<MigrationObstacle> = []
    func add(_ obstacle: MigrationObstacle) {
      if seen.insert(obstacle).inserted { result.append(obstacle) }
    }
    for root in new.roots where oldRoots(below: root).count > 1 {
      add(.joinedHierarchies(root: root.index))
    }
    for entity in new.entities {
      guard let source = oldEntity(of: entity.index) else { continue }
      // There are no objects of an abstract entity; its subentities are checked separately.
      let hasObjects = !old.entities[source].entity.isAbstract
      for location in new.allProperties(of: entity) {
        guard let obstacle = obstacle(at: location, in: entity.index, noting: add) else { continue }
        if hasObjects || !obstacle.isAboutMissingValues { add(obstacle) }
      }
    }
    return result + constraintObstacles
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

  /// Whether the objects that an old relationship leads to are possible destinations of the new one.
  package func keepsDestination(
    _ source: PropertyLocation,
    _ location: PropertyLocation
  ) -> Bool {
    // A relationship to an entity that the store lacks leads to no objects.
    guard let before = old.entities[source.entity].ends[source.property].destination,
      let after = new.entities[location.entity].ends[location.property].destination
    else { return true }
    if let moved = newEntity(of: before), new.isRelated(moved, after) { return true }
    // If the destination is removed or new, the tree decides: keys refer to the table of the tree.
    return old.subtree(of: old.entities[before]).contains {
      newEntity(of: $0.index).map { new.isRelated($0, after) } ?? false
    }
  }

  /// Whether objects that lead to the same one, or in a circle, are disconnected when an old relationship becomes
  /// a new one that is one-to-one.
  private func isNoLongerShared(
    _ source: PropertyLocation,
    _ location: PropertyLocation
  ) -> Bool {
    if old.isShared(source), !new.isShared(location) { return true }
    return new.isOwnInverse(location) && !old.isOwnInverse(source)
  }

  /// - Parameters:
  ///   - location: A property of the new version.
  ///   - entity: An entity that has it.
  ///   - add: Called with each obstacle that precedes the returned one.
  /// - Returns: The worst obstacle.
  private func obstacle(
    at location: PropertyLocation,
    in entity: Int,
    noting add: (MigrationObstacle) -> Void
  ) -> MigrationObstacle? {
    let property = new.property(at: location)
    guard !property.isTransient else { return nil }
    let found = source(of: location, in: entity).flatMap {
      old.property(at: $0).isTransient ? nil : $0
    }
    switch property {
    case .fetchedProperty: return nil
    case .attribute(let attribute):
      if let found, let before = old.property(at: found).attribute,
        attribute.type != before.type || hasOtherMembers(attribute, than: before)
      {
        guard let conversion = NumberConversion(from: before.type, to: attribute.type) else {
          return .typeChange(location, from: found)
        }
        if conversion.isLimited { add(.valueRange(location, type: attribute.type)) }
      }
      guard !attribute.isOptional, !attribute.isDerived, attribute.defaultValue == nil,
        attribute.type != .composite
      else { return nil }
      guard let found, let before = old.property(at: found).attribute else {
        return .missingValue(location)
      }
      return before.isOptional ? .newlyMandatory(location) : nil
    case .relationship(let relationship):
      return obstacle(of: relationship, at: location, from: found, noting: add)
    }
  }

  /// Whether a member of a composite attribute had another type before.
  private func hasOtherMembers(_ attribute: Attribute, than before: Attribute) -> Bool {
    struct Pair: Hashable { var new, old: String? }
    var seen: Set<Pair> = []
    var pairs = [Pair(new: attribute.compositeName, old: before.compositeName)]
    while let pair = pairs.popLast() {
      guard attribute.type == .composite, seen.insert(pair).inserted,
        let new = pair.new.flatMap(new.composite), let old = pair.old.flatMap(old.composite)
      else { continue }
      for member in new.attributes where !member.isTransient {
        guard let before = ModelCorrespondence.source(of: member, in: new, from: old),
          !before.isTransient
        else { continue }
        if member.type != before.type { return true }
        pairs.append(Pair(new: member.compositeName, old: before.compositeName))
      }
    }
    return false
  }

  private func obstacle(
    of relationship: Relationship,
    at location: PropertyLocation,
    from source: PropertyLocation?,
    noting add: (MigrationObstacle) -> Void
  ) -> MigrationObstacle? {
    if let source, !keepsDestination(source, location) { return .otherDestination(location) }
    guard !relationship.isOptional, !relationship.isToMany else { return nil }
    guard let source, let before = old.property(at: source).relationship else {
      return .missingValue(location)
    }
    if before.requiredCount == 0 { return .newlyMandatory(location) }
    if losesDestinations(source) { add(.missingValue(location)) }
    return isNoLongerShared(source, location) ? .noLongerShared(location) : nil
  }
}

extension ResolvedModel {
  /// Whether two entities are in one tree, so that they share a key space.
  fileprivate func isRelated(_ left: Int, _ right: Int) -> Bool {
    entities[left].root == entities[right].root
  }
}
