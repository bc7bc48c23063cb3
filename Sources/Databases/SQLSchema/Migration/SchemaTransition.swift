import ManagedModel
import ModelComparison

/// The changes of the tables from one version to the next, independent of the dialect.
///
/// 1. Each new table of objects continues at most one old one: that of its entities' old tree. (Entities from several
///    trees cannot share a table: their keys would clash.)
/// 2. Each new column takes its values from an old one of that table, perhaps only for some entities.
/// 3. Relationships whose keys are stored elsewhere now are connected anew from their old storage.
struct SchemaTransition {
  let correspondence: ModelCorrespondence
  let old: SchemaMapping
  let new: SchemaMapping

  /// One for each new table.
  private(set) var tables: [TableTransition]

  /// The relationships of the new version whose connections must be made anew.
  private(set) var connections: [Connection] = []

  /// For each old table, the new ones that continue it.
  private var successors: [[Int]] = []

  init(_ correspondence: ModelCorrespondence, from old: SchemaMapping, to new: SchemaMapping) {
    self.correspondence = correspondence
    self.old = old
    self.new = new
    tables = []
    findTables()
    successors = old.tables.map { _ in [] }
    for (table, transition) in tables.enumerated() {
      if let source = transition.source { successors[source].append(table) }
    }
    for table in new.tables.indices { findColumns(of: table) }
    findConnections()
  }

  /// The new tables that continue an old one.
  func successors(ofOldTable table: Int) -> [Int] {
    successors[table]
  }
}

/// The changes of a table.
struct TableTransition {
  /// The old table that its rows come from; nil for a table that begins empty.
  var source: Int?

  /// The entities whose rows are kept; empty for a join table.
  var entities: [EntityTransition] = []

  /// The source of the values of each column of the new table.
  var columns: [ColumnSource] = []

  /// The numbers of the entities of the old table whose rows are not kept.
  var leftNumbers: [Int] = []

  /// Whether any row identifies its entity by another number than before.
  var isRenumbered: Bool { entities.contains { $0.oldNumber != $0.newNumber } }
}

/// An entity in both versions.
struct EntityTransition: Hashable {
  var old: Int
  var new: Int
  var oldNumber: Int
  var newNumber: Int
}

/// The source of the values of a column.
enum ColumnSource: Hashable {
  /// No source.
  case none

  /// A column of the old table.
  case column(Int)

  /// A column of the old table in rows of some entities, given by their old numbers.
  case columns([EntityColumn])

  struct EntityColumn: Hashable {
    var oldNumber: Int
    var column: Int
  }

  /// The old columns that are read.
  var columns: Set<Int> {
    switch self {
    case .none: []
    case .column(let column): [column]
    case .columns(let columns): Set(columns.map(\.column))
    }
  }
}

/// A relationship of the new version that takes over the connections of an old one.
struct Connection: Hashable {
  var new: PropertyLocation
  var old: PropertyLocation

  /// Whether the relationship already connects other objects, which must stay connected.
  var isAdditional = false

  /// The title of the step that moves the connections.
  func title(from oldModel: ResolvedModel, to newModel: ResolvedModel) -> String {
    "connect \(newModel.title(of: new)) "
      + (isAdditional ? "as the old \(oldModel.title(of: old))" : "as before")
  }
}

// MARK: - Tables

extension SchemaTransition {
  private mutating func findTables() {
    tables = new.tables.map { table in
      guard case .objects(let root) = table.content else { return TableTransition() }
      return transition(ofTree: root)
    }
    var claimed: Set<Int> = []
    for (position, table) in new.tables.enumerated() {
      guard case .join(let join) = table.content,
        let source = joinSource(of: join), claimed.insert(source).inserted
      else { continue }
      tables[position].source = source
    }
  }

  private func transition(ofTree root: Int) -> TableTransition {
    let members = new.model.subtree(of: new.model.entities[root])
    let roots = correspondence.oldRoots(below: new.model.entities[root])
    let own = correspondence.oldEntity(of: root).map { old.model.entities[$0].root }
    guard let oldRoot = own ?? roots.first else { return TableTransition() }
    var transition = TableTransition(source: old.entities[oldRoot].table)
    for member in members {
      guard let source = correspondence.oldEntity(of: member.index),
        old.model.entities[source].root == oldRoot
      else { continue }
      transition.entities.append(
        EntityTransition(
          old: source,
          new: member.index,
          oldNumber: old.entities[source].number,
          newNumber: new.entities[member.index].number
        )
      )
    }
    transition.entities.sort { $0.oldNumber < $1.oldNumber }
    let kept = Set(transition.entities.map(\.oldNumber))
    transition.leftNumbers = old.entities[oldRoot].familyNumbers.filter { !kept.contains($0) }
    return transition
  }

  private func joinSource(of join: PlannedJoin) -> Int? {
    for end in ends(of: join) {
      guard let source = connectedSource(of: end), old[source] != .none else { continue }
      guard case .join(let storage) = old[source] else { return nil }
      return storage.table
    }
    return nil
  }

  /// The ends of a join table, first the one whose connections are kept.
  private func ends(of join: PlannedJoin) -> [PropertyLocation] {
    let leader = correspondence.leadingEnd(of: join.owner)
    return leader == join.owner ? [join.owner, join.inverse] : [join.inverse, join.owner]
  }

  /// The old relationship that a new one continues, if both its ends lead to kept rows.
  private func connectedSource(of location: PropertyLocation) -> PropertyLocation? {
    connectedSources(of: location).first
  }

  /// The old relationships that a new one continues, in all entities that have it; those of descendants may have
  /// become one of their parent.
  func connectedSources(of location: PropertyLocation) -> [PropertyLocation] {
    guard let after = new.model.entities[location.entity].ends[location.property].destination else {
      return []
    }
    return correspondence.sources(of: location).filter { source in
      guard let before = old.model.entities[source.entity].ends[source.property].destination else {
        return false
      }
      return comesAlong(from: before, to: after)
        && comesAlong(from: source.entity, to: location.entity)
    }
  }

  /// Whether the rows of an old entity's tree become those of a new entity's tree.
  private func comesAlong(from source: Int, to entity: Int) -> Bool {
    tables[new.entities[entity].table].source == old.entities[source].table
  }
}

// MARK: - Columns

extension SchemaTransition {
  private mutating func findColumns(of table: Int) {
    let columns = new.tables[table].columns
    guard let source = tables[table].source else {
      tables[table].columns = Array(repeating: .none, count: columns.count)
      return
    }
    if case .join(let join) = new.tables[table].content {
      let found = joinColumns(of: join, table: table)
      tables[table].columns = columns.indices.map { found[$0].map { .column($0) } ?? .none }
    } else {
      tables[table].columns = columns.map {
        self.source(of: $0.origin, in: tables[table], source)
      }
    }
  }

  private func joinColumns(of join: PlannedJoin, table: Int) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for end in [join.owner, join.inverse] {
      guard let source = connectedSource(of: end), case .join(let before) = old[source],
        before.table == tables[table].source, case .join(let after) = new[end]
      else { continue }
      result[after.source.column] = before.source.column
      result[after.destination.column] = before.destination.column
      if let ordering = after.ordering, let before = before.ordering {
        result[ordering.column] = before.column
      }
    }
    return result
  }

  private func source(
    of origin: ColumnOrigin,
    in transition: TableTransition,
    _ table: Int
  ) -> ColumnSource {
    switch origin {
    case .objectKey, .entityNumber, .version:
      return old.tables[table].columns.firstIndex { $0.origin == origin }
        .map { .column($0) } ?? .none
    case .attribute(let location):
      return perEntity(location, in: transition, table) { source in
        if case .attribute(let column) = old[source] { column } else { nil }
      }
    case .compositeMember(let location, let path):
      return perEntity(location, in: transition, table) { source in
        guard case .composite(let members) = old[source],
          let former = correspondence.sourcePath(ofMember: path, of: location, from: source)
        else { return nil }
        return members.first { $0.path == former }?.column
      }
    case .foreignKey(let location): return key(of: location, in: transition, table)
    case .destinationEntity(let location):
      return perEntity(location, in: transition, table) { source in
        guard isConnected(source, to: location), case .toOne(let storage) = old[source] else {
          return nil
        }
        return storage.entityNumber
      }
    case .ownerKey(let location): return manyColumn(of: location, table) { $0.key }
    case .orderingKey(let location): return manyColumn(of: location, table) { $0.ordering }
    case .joinKey, .joinSource, .joinOrderingKey: return .none
    }
  }

  private func isConnected(_ source: PropertyLocation, to location: PropertyLocation) -> Bool {
    guard let before = old.model.entities[source.entity].ends[source.property].destination,
      let after = new.model.entities[location.entity].ends[location.property].destination
    else { return false }
    return comesAlong(from: before, to: after)
  }

  /// The source of the key of a to-one relationship, or of that of a to-many relationship whose inverse is new.
  private func key(
    of location: PropertyLocation,
    in transition: TableTransition,
    _ table: Int
  ) -> ColumnSource {
    let direct = perEntity(location, in: transition, table) { source in
      guard isConnected(source, to: location), case .toOne(let storage) = old[source] else {
        return nil
      }
      return storage.key
    }
    guard direct == .none, correspondence.source(of: location) == nil,
      let inverse = new.model.entities[location.entity].ends[location.property].inverse
    else { return direct }
    return manyColumn(of: inverse, table) { $0.key }
  }

  private func manyColumn(
    of location: PropertyLocation,
    _ table: Int,
    _ column: (ToManyStorage) -> ColumnReference?
  ) -> ColumnSource {
    guard let source = connectedSource(of: location), case .toMany(let storage) = old[source],
      let found = column(storage), found.table == table
    else { return .none }
    return .column(found.column)
  }

  /// Follows a property in each entity that has it.
  private func perEntity(
    _ location: PropertyLocation,
    in transition: TableTransition,
    _ table: Int,
    column: (PropertyLocation) -> ColumnReference?
  ) -> ColumnSource {
    let name = new.model.property(at: location).name
    let family = new.entities[location.entity].familyNumbers
    var found: [ColumnSource.EntityColumn] = []
    for entity in transition.entities where family.contains(entity.newNumber) {
      guard
        let effective = new.model.locate(name, in: new.model.entities[entity.new]),
        let source = correspondence.source(of: effective, in: entity.new),
        let reference = column(source), reference.table == table
      else { continue }
      found.append(
        ColumnSource.EntityColumn(oldNumber: entity.oldNumber, column: reference.column)
      )
    }
    guard let first = found.first else { return .none }
    guard found.allSatisfy({ $0.column == first.column }) else { return .columns(found) }
    // Rows of other entities must not keep values in a column that another property uses now.
    let users = users(ofOldColumn: first.column, in: table)
    let takers = Set(found.map(\.oldNumber))
    let isWhole = transition.entities.allSatisfy {
      takers.contains($0.oldNumber) || !users.contains($0.oldNumber)
    }
    return isWhole ? .column(first.column) : .columns(found)
  }

  /// The numbers of the old entities whose rows may have values in a column.
  private func users(ofOldColumn column: Int, in table: Int) -> ClosedRange<Int> {
    guard let location = old.tables[table].columns[column].origin.location else {
      return 0...Int.max
    }
    return old.entities[location.entity].familyNumbers
  }
}

// MARK: - Connections

extension SchemaTransition {
  private mutating func findConnections() {
    for (position, table) in new.tables.enumerated() {
      if case .join(let join) = table.content {
        let source = tables[position].source
        connect(ends(of: join)) { [old] in
          guard case .join(let storage) = old[$0] else { return false }
          return storage.table == source
        }
      }
      for (column, source) in zip(table.columns, tables[position].columns) {
        switch column.origin {
        case .foreignKey(let location):
          let inverse = new.model.entities[location.entity].ends[location.property].inverse
          connect([location] + (inverse.map { [$0] } ?? []), besides: source)
        case .ownerKey(let location): connect([location], besides: source)
        default: continue
        }
      }
    }
  }

  private mutating func connect(_ ends: [PropertyLocation], besides column: ColumnSource) {
    connect(ends) { [old] in
      switch old[$0] {
      case .toOne(let storage): column.columns.contains(storage.key.column)
      case .toMany(let storage): column.columns.contains(storage.key.column)
      case .none, .attribute, .composite, .join: false
      }
    }
  }

  /// Connects a relationship from the first of its ends that existed before.
  ///
  /// - Parameters:
  ///   - ends: The ends.
  ///   - isCarried: Whether the connections of an old relationship are kept with a table or a column.
  private mutating func connect(
    _ ends: [PropertyLocation],
    unless isCarried: (PropertyLocation) -> Bool
  ) {
    for end in ends {
      let sources = connectedSources(of: end).filter { old[$0] != .none }
      guard let first = sources.first else { continue }
      let carried = sources.filter(isCarried)
      for source in sources where !carried.contains(source) {
        let isAdditional = !carried.isEmpty || source != first
        let connection = Connection(new: end, old: source, isAdditional: isAdditional)
        if !connections.contains(where: { $0.new == end && $0.old == source }) {
          connections.append(connection)
        }
      }
      return
    }
  }
}
