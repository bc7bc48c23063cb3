import ManagedModel

/// An index of the columns of properties, which makes lookups in a ``SchemaMapping`` fast.
struct StorageIndex {
  private let plan: StoragePlan
  private let references: [Origin: ColumnReference]
  private let joinTables: [PlannedJoin: Int]
  private let objectTables: [Int: Int]
  private let members: [PropertyLocation: [CompositeMemberStorage]]

  /// The entity number column of each table.
  let entityNumberColumns: [ColumnReference?]

  /// The key of a column; those that every table has are distinguished by their table.
  private struct Origin: Hashable {
    var origin: ColumnOrigin
    var join: PlannedJoin?
  }

  init(plan: StoragePlan, tables: [TableMapping]) {
    self.plan = plan
    var references: [Origin: ColumnReference] = [:]
    var joinTables: [PlannedJoin: Int] = [:]
    var objectTables: [Int: Int] = [:]
    var members: [PropertyLocation: [CompositeMemberStorage]] = [:]
    var numberColumns: [ColumnReference?] = []
    for (position, table) in tables.enumerated() {
      var join: PlannedJoin?
      switch table.content {
      case .objects(let root): objectTables[root] = position
      case .join(let planned):
        join = planned
        joinTables[planned] = position
      }
      var numberColumn: ColumnReference?
      for (column, mapping) in table.columns.enumerated() {
        let reference = ColumnReference(table: position, column: column)
        switch mapping.origin {
        case .objectKey, .version: continue
        case .entityNumber: numberColumn = reference
        case .compositeMember(let location, let path):
          members[location, default: []].append(
            CompositeMemberStorage(path: path, column: reference)
          )
        default: references[Origin(origin: mapping.origin, join: join)] = reference
        }
      }
      numberColumns.append(numberColumn)
    }
    self.references = references
    self.joinTables = joinTables
    self.objectTables = objectTables
    self.members = members
    entityNumberColumns = numberColumns
  }

  func entities() -> [EntityMapping] {
    plan.model.entities.map { entity in
      EntityMapping(
        index: entity.index,
        name: entity.name,
        number: plan.numbering.number(of: entity.index),
        parentNumber: entity.parent.map { plan.numbering.number(of: $0) } ?? 0,
        familyNumbers: plan.numbering.familyNumbers(of: entity.index),
        table: objectTables[entity.root] ?? 0
      )
    }
  }

  func storages() -> [[PropertyStorage]] {
    plan.model.entities.map { entity in
      entity.entity.properties.indices.map {
        storage(of: plan.declaration(of: PropertyLocation(entity: entity.index, property: $0)))
      }
    }
  }

  private func storage(of location: PropertyLocation) -> PropertyStorage {
    switch plan[location] {
    case .none: .none
    case .attribute: reference(.attribute(location)).map { .attribute($0) } ?? .none
    case .composite: .composite(members[location] ?? [])
    case .toOne: toOne(location)
    case .ownerKey: toMany(location, key: .ownerKey(location))
    case .inverseKey(let inverse): toMany(location, key: .foreignKey(inverse))
    case .join(let join): joined(location, by: join)
    }
  }

  private func reference(_ origin: ColumnOrigin, join: PlannedJoin? = nil) -> ColumnReference? {
    references[Origin(origin: origin, join: join)]
  }

  private func toOne(_ location: PropertyLocation) -> PropertyStorage {
    guard let key = reference(.foreignKey(location)) else { return .none }
    let inverse = plan.inverse(of: location)
    return .toOne(
      ToOneStorage(
        key: key,
        entityNumber: reference(.destinationEntity(location)),
        ordering: inverse.flatMap { reference(.orderingKey($0)) }
      )
    )
  }

  private func toMany(_ location: PropertyLocation, key: ColumnOrigin) -> PropertyStorage {
    guard let key = reference(key) else { return .none }
    return .toMany(ToManyStorage(key: key, ordering: reference(.orderingKey(location))))
  }

  /// The storage of one end of a join; a layout may have made either end the owner.
  private func joined(_ location: PropertyLocation, by planned: PlannedJoin) -> PropertyStorage {
    for join in [planned, planned.swapped] {
      guard let table = joinTables[join] else { continue }
      let other = location == join.owner ? join.inverse : join.owner
      let source =
        join.isReflexive
        ? reference(.joinSource(location), join: join) : reference(.joinKey(other), join: join)
      guard let source, let destination = reference(.joinKey(location), join: join) else {
        continue
      }
      return .join(
        JoinStorage(
          table: table,
          source: source,
          destination: destination,
          ordering: reference(.joinOrderingKey(location), join: join)
        )
      )
    }
    return .none
  }
}
