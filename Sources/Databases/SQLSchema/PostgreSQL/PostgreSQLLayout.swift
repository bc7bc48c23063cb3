import Diagnostics
import ManagedModel

/// Names and orders the tables, columns and indexes of a plan by the conventions of PostgreSQL.
struct PostgreSQLLayout {
  private let plan: StoragePlan
  private let options: PostgreSQLSchemaOptions
  private let spelling: PostgreSQLNames

  /// The name of each entity.
  private let entityNames: [String]

  /// The names of tables, indexes, constraints and functions, which share one namespace.
  private(set) var names = DatabaseNameScope(reserving: PostgreSQLSystemTables.names)

  /// The derived attributes that the database can keep up to date, and how.
  private(set) var derivations: [PostgreSQLDerivation] = []

  init(plan: StoragePlan, options: PostgreSQLSchemaOptions) {
    self.plan = plan
    self.options = options
    let spelling = PostgreSQLNames(naming: options.naming)
    self.spelling = spelling
    entityNames = plan.model.entities.map { spelling.entity($0.name) }
  }

  mutating func mapping() -> SchemaMapping {
    let tables = layOutTables()
    let bare = SchemaMapping(plan: plan, tables: tables, indexes: [], derivations: [], issues: [])
    var indexes = PostgreSQLIndexLayout(
      mapping: bare,
      spelling: spelling,
      profile: options.profile,
      names: names
    )
    indexes.run()
    names = indexes.names
    var planner = PostgreSQLDerivationPlanner(
      plan: plan,
      mapping: bare,
      profile: options.profile
    )
    planner.run()
    derivations = planner.derivations
    return SchemaMapping(
      plan: plan,
      tables: tables,
      indexes: indexes.indexes,
      derivations: derivations.map(\.column),
      issues: plan.issues + limitIssues(of: tables) + indexes.issues + planner.issues
    )
  }

  /// PostgreSQL's limit; the portable profile has the same.
  private static let columnLimit = 1_600

  private func limitIssues(of tables: [TableMapping]) -> [SchemaIssue] {
    tables.compactMap { table in
      guard case .objects(let root) = table.content, table.columns.count > Self.columnLimit else {
        return nil
      }
      return SchemaIssue(
        .error,
        rule: .tooManyColumns,
        "entity '\(plan.model.entities[root].name)' and its subentities need \(table.columns.count) "
          + "columns in one table; PostgreSQL allows \(Self.columnLimit)",
        at: .entity(root)
      )
    }
  }
}

// MARK: - Tables

extension PostgreSQLLayout {
  private mutating func layOutTables() -> [TableMapping] {
    var contents: [TableContent] = []
    var requests: [NameRequest] = []
    for tree in plan.trees {
      contents.append(.objects(root: tree.root))
      requests.append(request(forRoot: tree.root))
    }
    for tree in plan.trees {
      for join in tree.joins {
        contents.append(.join(join))
        requests.append(request(for: join))
      }
    }
    let tableNames = names.assign(requests)
    return contents.indices.map { index in
      let columns =
        switch contents[index] {
        case .objects: objectColumns(of: plan.trees[index])
        case .join(let join): joinColumns(of: join)
        }
      return TableMapping(name: tableNames[index], content: contents[index], columns: columns)
    }
  }

  private func request(forRoot root: Int) -> NameRequest {
    let original = plan.model.entities[root].name
    let name = entityNames[root]
    return NameRequest(
      candidates: [name],
      distance: spelling.distance(of: name, from: original, isEntity: true),
      identity: original
    )
  }

  private func request(for join: PlannedJoin) -> NameRequest {
    let entity = plan.model.entities[join.owner.entity].name
    let property = plan.model.property(at: join.owner).name
    return NameRequest(
      candidates: [spelling.joined(entityNames[join.owner.entity], spelling.property(property))],
      distance: 3,
      identity: "\(entity).\(property)"
    )
  }

  private func objectColumns(of tree: PlannedTree) -> [ColumnMapping] {
    var columns = [ColumnMapping(name: spelling.objectKey, type: .key, origin: .objectKey)]
    if tree.members.count > 1 {
      columns.append(
        ColumnMapping(name: spelling.objectEntity, type: .entityNumber, origin: .entityNumber)
      )
    }
    columns.append(
      ColumnMapping(name: spelling.objectVersion, type: .counter, origin: .version)
    )
    var scope = DatabaseNameScope(
      reserving: Self.systemColumns
        + [spelling.objectKey, spelling.objectEntity, spelling.objectVersion]
    )
    let columnNames = scope.assign(tree.columns.map(request(for:)))
    for (column, name) in zip(tree.columns, columnNames) {
      columns.append(ColumnMapping(name: name, type: column.type, origin: column.origin))
    }
    return columns
  }

  /// Columns that every PostgreSQL table has already.
  private static let systemColumns = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid", "oid"]

  private func request(for column: PlannedColumn) -> NameRequest {
    guard let location = column.origin.location else {
      return NameRequest(candidates: [], distance: 3, identity: "")
    }
    let original = plan.model.property(at: location).name
    let property = spelling.property(original)
    let owner = plan.model.entities[location.entity].name
    let entity = entityNames[location.entity]
    let identity = "\(owner).\(original)"
    switch column.origin {
    case .attribute:
      return NameRequest(
        candidates: [property, spelling.joined(entity, property)],
        distance: spelling.distance(of: property, from: original, isEntity: false),
        identity: identity
      )
    case .compositeMember(_, let path):
      let words = path.map(spelling.property)
      let name = words.reduce(property) { spelling.joined($0, $1) }
      return NameRequest(
        candidates: [name, spelling.joined(entity, name)],
        distance: 3,
        identity: ([identity] + path).joined(separator: ".")
      )
    case .ownerKey:
      return derived(spelling.joined(entity, property), "id", of: entity, identity)
    case .orderingKey where isOwnerKeyed(location):
      return derived(spelling.joined(entity, property), "order", of: entity, identity)
    case .orderingKey:
      return derived(orderingName(of: location), "order", of: entity, identity)
    case .destinationEntity: return derived(property, "entity", of: entity, identity)
    default: return derived(property, "id", of: entity, identity)
    }
  }

  private func derived(
    _ base: String,
    _ suffix: String,
    of entity: String,
    _ identity: String
  ) -> NameRequest {
    let name = spelling.joined(base, suffix)
    return NameRequest(
      candidates: [name, spelling.joined(entity, name)],
      distance: 3,
      identity: "\(identity) \(suffix)"
    )
  }

  private func isOwnerKeyed(_ location: PropertyLocation) -> Bool {
    plan[location] == .ownerKey
  }

  /// The name of the position in an ordered relationship, after the key of its inverse, beside which it is stored.
  private func orderingName(of location: PropertyLocation) -> String {
    let named = plan.inverse(of: location) ?? location
    return spelling.property(plan.model.property(at: named).name)
  }
}

// MARK: - Join tables

extension PostgreSQLLayout {
  /// The columns of a join table: the key of the owner, that of the other end, then their positions.
  private func joinColumns(of join: PlannedJoin) -> [ColumnMapping] {
    var columns: [PlannedColumn] = []
    if join.isReflexive {
      columns.append(PlannedColumn(.joinSource(join.owner), .key))
    } else {
      columns.append(PlannedColumn(.joinKey(join.inverse), .key))
    }
    columns.append(PlannedColumn(.joinKey(join.owner), .key))
    let ends = join.isReflexive ? [join.owner] : [join.owner, join.inverse]
    for end in ends where plan.relationship(at: end)?.isOrdered == true {
      columns.append(PlannedColumn(.joinOrderingKey(end), .orderingKey))
    }
    var scope = DatabaseNameScope(reserving: Self.systemColumns)
    let names = scope.assign(columns.map(joinRequest(for:)))
    return zip(columns, names).map { column, name in
      ColumnMapping(name: name, type: column.type, origin: column.origin)
    }
  }

  /// The name of a key in a join table, after the entity that it leads to, or after the relationship if both keys
  /// lead to the same entity.
  private func joinRequest(for column: PlannedColumn) -> NameRequest {
    guard let location = column.origin.location else {
      return NameRequest(candidates: [], distance: 3, identity: "")
    }
    let original = plan.model.property(at: location).name
    let property = spelling.property(original)
    let ends = plan.model.entities[location.entity].ends[location.property]
    let destination = ends.destination ?? location.entity
    let identity = "\(plan.model.entities[location.entity].name).\(original)"
    switch column.origin {
    case .joinSource:
      let entity = entityNames[location.entity]
      return NameRequest(
        candidates: [spelling.joined(entity, "id")],
        distance: 3,
        identity: identity
      )
    case .joinOrderingKey:
      return NameRequest(
        candidates: [spelling.joined(property, "order")],
        distance: 3,
        identity: identity
      )
    default:
      let entity = entityNames[destination]
      return NameRequest(
        candidates: [spelling.joined(entity, "id"), spelling.joined(property, "id")],
        distance: 4,
        identity: identity
      )
    }
  }
}
