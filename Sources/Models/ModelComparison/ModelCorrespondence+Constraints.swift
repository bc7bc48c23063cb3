import ManagedModel

/// The way in which existing objects may violate a uniqueness constraint of the new version.
package enum DuplicateRisk: Sendable, Hashable {
  /// Two objects may have the same values.
  case values

  /// All objects get the same default.
  case defaults

  /// All objects without a value get the same default.
  case gaps
}

/// The values of a member of a constraint in the objects of one entity after the migration.
private enum MemberValues: Equatable {
  /// The values of an old property, as distinct as before.
  case kept(PropertyLocation)

  /// The values of an old property, converted, so that they may be equal now.
  case changed

  /// The values of an old property, with the default where there was none.
  case filled(PropertyLocation)

  /// The default in every object.
  case same

  /// No values; a missing value violates no constraint.
  case none
}

extension ModelCorrespondence {
  /// The way in which existing objects may violate a constraint of the new version; nil where none can.
  ///
  /// They cannot where the old version had a constraint on some of the members, or where a member has no value
  /// yet.
  package func risk(ofConstraint position: Int, in entity: Int) -> DuplicateRisk? {
    guard let constraints = new.entities[entity].entity.uniquenessConstraints,
      constraints.indices.contains(position)
    else { return nil }
    let names = constraints[position].members.map(\.name)
    var families: [(old: Int, values: [MemberValues])] = []
    for member in new.subtree(of: new.entities[entity]) {
      guard let source = oldEntity(of: member.index), !old.entities[source].entity.isAbstract
      else { continue }
      let values = names.compactMap { self.values(of: $0, in: member) }
      guard values.count == names.count, !values.isEmpty else { return nil }
      if !values.contains(.none) { families.append((source, values)) }
    }
    if families.isEmpty || isUnique(families, includingGaps: false) { return nil }
    if families.allSatisfy({ $0.values.allSatisfy { $0 == .same } }) { return .defaults }
    return isUnique(families, includingGaps: true) ? .gaps : .values
  }

  private func values(of name: String, in entity: ResolvedEntity) -> MemberValues? {
    guard let location = new.locate(name, in: entity) else { return nil }
    let property = new.property(at: location)
    guard !property.isTransient else { return nil }
    let found = source(of: location, in: entity.index).flatMap {
      old.property(at: $0).isTransient ? nil : $0
    }
    switch property {
    case .fetchedProperty: return nil
    case .relationship(let relationship):
      guard !relationship.isToMany else { return nil }
      guard let found else {
        return origin(ofAdded: location) == nil ? MemberValues.none : .changed
      }
      return old.property(at: found).relationship?.isToMany == false ? .kept(found) : .changed
    case .attribute(let attribute): return values(of: attribute, from: found)
    }
  }

  private func values(of attribute: Attribute, from source: PropertyLocation?) -> MemberValues {
    if attribute.isDerived { return .changed }
    guard let source, let before = old.property(at: source).attribute, !before.isDerived else {
      return attribute.defaultValue == nil ? .none : .same
    }
    if before.type != attribute.type {
      switch NumberConversion(from: before.type, to: attribute.type) {
      case .exact, .narrowed: break
      case .rounded, .truncated, .truth, nil: return .changed
      }
    }
    let isFilled = before.isOptional && !attribute.isOptional && attribute.defaultValue != nil
    return isFilled ? .filled(source) : .kept(source)
  }

  /// Whether the values include all members of an old constraint that applies to all the objects.
  private func isUnique(
    _ families: [(old: Int, values: [MemberValues])],
    includingGaps: Bool
  ) -> Bool {
    guard let first = families.first else { return true }
    return old.lineage(of: old.entities[first.old]).contains { owner in
      let covered = families.allSatisfy { family in
        old.lineage(of: old.entities[family.old]).contains { $0.index == owner.index }
      }
      return covered
        && (owner.entity.uniquenessConstraints ?? []).contains { constraint in
          !constraint.members.isEmpty
            && families.allSatisfy { family in
              constraint.members.allSatisfy { member in
                guard let location = old.locate(member.name, in: old.entities[family.old]) else {
                  return false
                }
                return family.values.contains { value in
                  switch value {
                  case .kept(let source): source == location
                  case .filled(let source): includingGaps && source == location
                  case .changed, .same, .none: false
                  }
                }
              }
            }
        }
    }
  }

  /// Whether some constraint with the attribute cannot distinguish the existing objects, so that a default would
  /// violate it.
  package func excludesDefault(of location: PropertyLocation) -> Bool {
    let name = new.property(at: location).name
    return new.lineage(of: new.entities[location.entity]).contains { owner in
      (owner.entity.uniquenessConstraints ?? []).contains { constraint in
        constraint.members.contains { $0.name == name }
          && constraint.members.allSatisfy { member in
            guard let found = new.locate(member.name, in: owner), let source = source(of: found)
            else { return true }
            return found == location && old.property(at: source).attribute?.isOptional == true
          }
      }
    }
  }

  /// The constraints that existing objects may violate, in the order of the new model.
  var constraintObstacles: [MigrationObstacle] {
    new.entities.flatMap { entity in
      (entity.entity.uniquenessConstraints ?? []).indices.compactMap { position in
        risk(ofConstraint: position, in: entity.index) == nil
          ? nil : MigrationObstacle.duplicateValues(entity: entity.index, constraint: position)
      }
    }
  }
}
