import ManagedModel
import ModelComparison

// Columns and tables that a migration drops, and whether their contents are elsewhere by then.

extension SchemaTransition {
  /// Whether values of an old column are lost that no new column takes over.
  func isLoss(ofOldColumn column: ColumnReference) -> Bool {
    switch old[column].origin {
    case .attribute(let location): old.model.property(at: location).attribute?.isDerived != true
    case .compositeMember: true
    case .foreignKey(let location), .ownerKey(let location): !isConnected(location)
    case .orderingKey(let location), .joinOrderingKey(let location): isOrderLost(of: location)
    case .objectKey, .entityNumber, .version, .destinationEntity, .joinKey, .joinSource: false
    }
  }

  /// Whether objects that are kept in a new table lose an attribute that others keep.
  func losesAttributes(inTable table: Int) -> Bool {
    tables[table].entities.contains { losesAttribute($0) { _ in true } }
  }

  /// Whether an attribute is lost in some objects of the table that continues its column's table.
  func isLoss(ofOldColumn column: ColumnReference, inTable table: Int) -> Bool {
    let attribute: PropertyLocation
    switch old[column].origin {
    case .attribute(let location): attribute = location
    case .compositeMember(let location, _): attribute = location
    default: return false
    }
    return tables[table].entities.contains { losesAttribute($0) { $0 == attribute } }
  }

  /// Whether a derived attribute replaces one whose values were stored.
  func replacesStoredValues(_ derived: PropertyLocation) -> Bool {
    correspondence.sources(of: derived).contains {
      old[$0] != .none && old.model.property(at: $0).attribute?.isDerived == false
    }
  }

  /// Whether the derivation of an attribute has changed.
  func hasNewDerivation(_ derived: PropertyLocation) -> Bool {
    let before = correspondence.source(of: derived).flatMap { old.model.property(at: $0).attribute }
    let after = new.model.property(at: derived).attribute
    return before?.isDerived == false
      || before?.derivationExpression != after?.derivationExpression
  }

  /// Whether the objects of an entity lose an attribute that satisfies a condition.
  private func losesAttribute(
    _ entity: EntityTransition,
    where condition: (PropertyLocation) -> Bool
  ) -> Bool {
    let before = old.model.entities[entity.old]
    guard !before.entity.isAbstract else { return false }
    let kept = new.model.allProperties(of: new.model.entities[entity.new])
      .filter { new[$0] != .none && new.model.property(at: $0).attribute?.isDerived != true }
      .compactMap { correspondence.source(of: $0, in: entity.new) }
    return old.model.allProperties(of: before).contains { location in
      guard let attribute = old.model.property(at: location).attribute else { return false }
      return old[location] != .none && !attribute.isDerived && condition(location)
        && !kept.contains(location)
    }
  }

  /// Whether an ordered relationship loses its order; a to-one relationship needs none.
  private func isOrderLost(of location: PropertyLocation) -> Bool {
    guard let successor = correspondence.successor(of: location),
      let relationship = new.model.property(at: successor).relationship
    else { return true }
    return relationship.isToMany && !relationship.isOrdered
  }

  /// Whether rows that a new table leaves out are lost; a removed abstract entity had none.
  func losesObjects(inTable table: Int) -> Bool {
    guard let source = tables[table].source, case .objects(let root) = old.tables[source].content
    else { return false }
    let left = Set(tables[table].leftNumbers)
    return old.model.subtree(of: old.model.entities[root]).contains {
      !$0.entity.isAbstract && correspondence.newEntity(of: $0.index) == nil
        && left.contains(old.entities[$0.index].number)
    }
  }

  /// Whether rows of a dropped table are lost.
  func isLoss(ofOldTable table: Int) -> Bool {
    let successors = successors(ofOldTable: table)
    guard case .objects(let root) = old.tables[table].content else {
      return successors.isEmpty && !isConnected(oldTable: table)
    }
    let family = old.model.subtree(of: old.model.entities[root])
    // Abstract entities have no objects.
    guard !family.allSatisfy(\.entity.isAbstract) else { return false }
    let kept = Set(successors.flatMap { tables[$0].entities.map(\.old) })
    let hasLostObjects = family.contains {
      !$0.entity.isAbstract && !kept.contains($0.index)
    }
    let used = successors.reduce(into: Set<Int>()) { used, successor in
      for source in tables[successor].columns { used.formUnion(source.columns) }
    }
    return hasLostObjects
      || old.tables[table].columns.indices.contains { position in
        !used.contains(position)
          && isLoss(ofOldColumn: ColumnReference(table: table, column: position))
      }
  }

  /// Whether a relationship keeps only one of several connections of an object.
  func narrows(_ connection: Connection) -> Bool {
    switch new[connection.new] {
    case .none, .attribute, .composite, .join: return false
    case .toOne: return old.model.property(at: connection.old).relationship?.isToMany == true
    case .toMany:
      // Several objects could lead to one.
      return connection.isAdditional || old.model.isShared(connection.old)
    }
  }

  /// Whether a relationship could lead to kept objects that it can no longer lead to.
  func losesConnections(of location: PropertyLocation) -> Bool {
    let inverse = new.model.entities[location.entity].ends[location.property].inverse
    return [location, inverse].compactMap(\.self).flatMap(correspondence.sources).contains {
      correspondence.entitiesLeaving($0).contains { !old.model.entities[$0].entity.isAbstract }
    }
  }

  /// Whether the pairs of a join table have been stored elsewhere.
  func isConnected(oldTable table: Int) -> Bool {
    guard case .join(let join) = old.tables[table].content else { return false }
    return connections.contains { $0.old == join.owner || $0.old == join.inverse }
  }

  /// Whether the connections of a relationship are stored elsewhere, or its inverse has the same.
  private func isConnected(_ location: PropertyLocation) -> Bool {
    let inverse = old.model.entities[location.entity].ends[location.property].inverse
    return connections.contains { $0.old == location || $0.old == inverse }
      || correspondence.keeper(ofRemoved: location) != nil
      || inverse.map { isHeld(location, by: $0) } ?? false
  }

  /// Whether an end of a one-to-one relationship that is kept has the connections of the other one.
  private func isHeld(_ location: PropertyLocation, by inverse: PropertyLocation) -> Bool {
    guard areOneToOne(location, inverse), let heir = correspondence.successor(of: inverse) else {
      return false
    }
    return connectedSources(of: heir).contains(inverse) && isCarried(heir)
  }
}
