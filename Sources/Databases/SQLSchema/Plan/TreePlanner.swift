import ManagedModel

/// Computes the columns and join tables that each tree of entities needs.
struct TreePlanner {
  let model: ResolvedModel
  let numbering: EntityNumbering
  let declarations: Declarations
  let storages: [[PlannedStorage]]

  /// The trees in the order of their roots' numbers.
  func trees() -> [PlannedTree] {
    var trees = emptyTrees()
    var positions: [Int: Int] = [:]
    for (position, tree) in trees.enumerated() { positions[tree.root] = position }
    let joins = joinsByOwner()
    let declared = model.entities.indices.map(declaredProperties)
    for index in numbering.entities {
      guard let position = positions[model.entities[index].root] else { continue }
      trees[position].columns.append(contentsOf: ownColumns(declared[index]))
      trees[position].joins.append(contentsOf: joins[index] ?? [])
    }
    for index in numbering.entities {
      for (root, column) in lateColumns(declared[index]) {
        guard let position = positions[root] else { continue }
        trees[position].columns.append(column)
      }
    }
    return trees
  }

  private func emptyTrees() -> [PlannedTree] {
    var trees: [PlannedTree] = []
    for index in numbering.entities {
      if model.entities[index].parent == nil {
        trees.append(PlannedTree(root: index, members: [index]))
      } else if !trees.isEmpty {
        trees[trees.count - 1].members.append(index)
      }
    }
    return trees
  }
}

extension TreePlanner {
  /// The properties that an entity is the first to declare, by name.
  private func declaredProperties(of index: Int) -> [(PropertyLocation, Property)] {
    let properties = model.entities[index].entity.properties
    let names = properties.map(\.name)
    return properties.indices
      .filter { declarations.isFirst(PropertyLocation(entity: index, property: $0)) }
      .sorted { left, right in
        names[left].utf8.elementsEqual(names[right].utf8)
          ? left < right : names[left].precedesByCodePoint(names[right])
      }
      .map { (PropertyLocation(entity: index, property: $0), properties[$0]) }
  }

  /// The columns of attributes, then those of to-one relationships.
  private func ownColumns(
    _ declared: [(PropertyLocation, Property)]
  ) -> [PlannedColumn] {
    var attributes: [PlannedColumn] = []
    var keys: [PlannedColumn] = []
    for (location, property) in declared {
      switch storages[location.entity][location.property] {
      case .attribute:
        guard let type = property.attribute?.type else { continue }
        attributes.append(PlannedColumn(.attribute(location), .attribute(type)))
      case .composite(let members):
        for member in members {
          attributes.append(
            PlannedColumn(
              .compositeMember(location, path: member.path),
              .attribute(member.type)
            )
          )
        }
      case .toOne:
        keys.append(PlannedColumn(.foreignKey(location), .key))
        if destinationHasSubentities(location) {
          keys.append(PlannedColumn(.destinationEntity(location), .entityNumber))
        }
      case .none, .inverseKey, .ownerKey, .join: continue
      }
    }
    return attributes + keys
  }

  private func destinationHasSubentities(_ location: PropertyLocation) -> Bool {
    guard let destination = model.entities[location.entity].ends[location.property].destination
    else { return false }
    return !model.entities[destination].children.isEmpty
  }

  /// The columns that to-many relationships of one entity need in the tables of their destinations, each with
  /// the root of the destination's tree.
  private func lateColumns(
    _ declared: [(PropertyLocation, Property)]
  ) -> [(root: Int, column: PlannedColumn)] {
    var result: [(root: Int, column: PlannedColumn)] = []
    for (location, property) in declared {
      guard let relationship = property.relationship else { continue }
      switch storages[location.entity][location.property] {
      case .ownerKey:
        let end = model.entities[location.entity].ends[location.property].destination
        guard let end else { continue }
        let root = model.entities[end].root
        result.append((root, PlannedColumn(.ownerKey(location), .key)))
        if relationship.isOrdered {
          result.append((root, PlannedColumn(.orderingKey(location), .orderingKey)))
        }
      case .inverseKey(let inverse) where relationship.isOrdered:
        let root = model.entities[inverse.entity].root
        result.append((root, PlannedColumn(.orderingKey(location), .orderingKey)))
      default: continue
      }
    }
    return result
  }

  /// The distinct joins by the entities of their owners; each list is in the order of the owners' names.
  private func joinsByOwner() -> [Int: [PlannedJoin]] {
    var seen: Set<PlannedJoin> = []
    for storage in storages.joined() {
      if case .join(let join) = storage { seen.insert(join) }
    }
    return Dictionary(grouping: seen, by: \.owner.entity).mapValues { joins in
      joins.sorted { left, right in
        left.owner == right.owner
          ? left.inverse.precedes(right.inverse, in: model)
          : left.owner.precedes(right.owner, in: model)
      }
    }
  }
}
