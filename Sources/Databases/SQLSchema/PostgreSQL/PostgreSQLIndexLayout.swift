import Diagnostics
import ManagedModel

/// Names the indexes of a schema: those that the model declares, and those without which relationships are slow to
/// follow.
///
/// No two index the same columns in the same way.
struct PostgreSQLIndexLayout {
  private(set) var indexes: [IndexMapping] = []
  private(set) var issues: [SchemaIssue] = []
  private(set) var names: DatabaseNameScope

  private let mapping: SchemaMapping
  private let columns: IndexColumns
  private let spelling: PostgreSQLNames
  private let profile: PostgreSQLProfile
  private var seen: Set<Key> = []

  /// The first columns of the indexes of each table.
  private var leading: [Int: Set<Int>] = [:]

  /// The identity of an index.
  private struct Key: Hashable {
    var table: Int
    var elements: [IndexedColumn]
    var uniqueFor: Int?
    var condition: String?
  }

  /// PostgreSQL's limit.
  private static let columnLimit = 32

  init(
    mapping: SchemaMapping,
    spelling: PostgreSQLNames,
    profile: PostgreSQLProfile,
    names: DatabaseNameScope
  ) {
    self.mapping = mapping
    self.spelling = spelling
    self.profile = profile
    self.names = names
    columns = IndexColumns(mapping: mapping)
  }

  mutating func run() {
    var order = mapping.entitiesByNumber
    order.removeAll { !mapping.tables.indices.contains(mapping.entities[$0].table) }
    for entity in order {
      addUniquenessConstraints(of: entity)
      addFetchIndexes(of: entity)
      addCompoundIndexes(of: entity)
      addFlagged(of: entity)
    }
    for (table, content) in mapping.tables.map(\.content).enumerated() {
      switch content {
      case .objects(let root): addKeys(of: table, root: root)
      case .join(let join): addJoin(table, join)
      }
    }
  }

  private mutating func add(
    _ elements: [IndexedColumn],
    table: Int,
    name: String? = nil,
    isUnique: Bool = false,
    entity: Int? = nil,
    condition: String? = nil,
    _ reason: IndexReason
  ) {
    guard elements.count <= Self.columnLimit else {
      issues.append(
        SchemaIssue(
          .warning,
          rule: .unindexableMember,
          "an index of \(elements.count) columns is left out; PostgreSQL allows \(Self.columnLimit)",
          at: reason.element
        )
      )
      return
    }
    let key = Key(
      table: table,
      elements: elements,
      uniqueFor: isUnique ? entity : nil,
      condition: condition
    )
    guard seen.insert(key).inserted else { return }
    if condition == nil, let first = elements.first {
      leading[table, default: []].insert(first.column)
    }
    let tableName = mapping.tables[table].name
    let columnNames = elements.map { mapping.tables[table].columns[$0.column].name }
    let body = ([tableName] + columnNames).joined(separator: "_")
    let suffix = isUnique ? "_key" : "_idx"
    var candidates = [body + suffix]
    if let name { candidates.insert("\(tableName)_\(spelling.property(name))\(suffix)", at: 0) }
    indexes.append(
      IndexMapping(
        name: names.claim(candidates, identity: body),
        table: table,
        elements: elements,
        isUnique: isUnique,
        reason: reason
      )
    )
  }

  /// The columns of all members; nil if one has none, and then the index is omitted and reported.
  private mutating func resolve(
    _ members: [String],
    of entity: Int,
    _ reason: IndexReason
  ) -> [Int]? {
    var result: [Int] = []
    for member in members {
      guard let column = columns.column(of: member, in: entity) else {
        issues.append(.unindexable(member, of: entity, reason, in: mapping.model))
        return nil
      }
      // PostgreSQL accepts a column twice, but it is of no use.
      if !result.contains(column) { result.append(column) }
    }
    return result.isEmpty ? nil : result
  }
}

// MARK: - Indexes of the model

extension PostgreSQLIndexLayout {
  private mutating func addUniquenessConstraints(of entity: Int) {
    let constraints = mapping.model.entities[entity].entity.uniquenessConstraints ?? []
    for (position, constraint) in constraints.enumerated() {
      let reason = IndexReason.uniquenessConstraint(entity: entity, position: position)
      guard let found = resolve(constraint.members.map(\.name), of: entity, reason) else {
        continue
      }
      add(
        found.map { IndexedColumn(column: $0) },
        table: mapping.entities[entity].table,
        isUnique: true,
        entity: entity,
        reason
      )
    }
  }

  private mutating func addFetchIndexes(of entity: Int) {
    let fetchIndexes = mapping.model.entities[entity].entity.fetchIndexes
    for (position, index) in fetchIndexes.enumerated() where !index.elements.isEmpty {
      let reason = IndexReason.fetchIndex(entity: entity, position: position)
      var elements: [IndexedColumn] = []
      var isComplete = true
      for element in index.elements {
        guard let found = resolve([element.propertyName ?? ""], of: entity, reason)?.first else {
          isComplete = false
          break
        }
        if !elements.contains(where: { $0.column == found }) {
          elements.append(IndexedColumn(column: found, isAscending: element.isAscending))
        }
      }
      guard isComplete else { continue }
      let condition = PartialIndexCondition(mapping: mapping, entity: entity).text(of: index)
      report(index, reason, hasCondition: condition != nil)
      add(
        elements,
        table: mapping.entities[entity].table,
        name: index.name,
        condition: condition,
        reason
      )
    }
  }

  private mutating func report(_ index: FetchIndex, _ reason: IndexReason, hasCondition: Bool) {
    if index.partialPredicateText?.isEmpty == false, !hasCondition {
      issues.append(.partialIndex(index.name, reason))
    }
    if index.elements.contains(where: { $0.type == .rTree }) {
      issues.append(
        SchemaIssue(
          .note,
          rule: .rTreeIndex,
          "fetch index '\(index.name)' is created as an ordinary index; PostgreSQL has R-trees for boxes "
            + "and points only",
          at: reason.element
        )
      )
    }
  }

  private mutating func addCompoundIndexes(of entity: Int) {
    let compound = mapping.model.entities[entity].entity.compoundIndexes ?? []
    for (position, index) in compound.enumerated() {
      let reason = IndexReason.compoundIndex(entity: entity, position: position)
      guard let found = resolve(index.members.map(\.name), of: entity, reason) else { continue }
      add(
        found.map { IndexedColumn(column: $0) },
        table: mapping.entities[entity].table,
        reason
      )
    }
  }

  private mutating func addFlagged(of entity: Int) {
    for location in IndexedAttributes.flagged(in: mapping.model, entity: entity) {
      guard case .attribute(let column) = mapping[location] else { continue }
      add(
        [IndexedColumn(column: column.column)],
        table: column.table,
        .indexedAttribute(location)
      )
    }
  }
}

// MARK: - Indexes for relationships

extension PostgreSQLIndexLayout {
  /// Adds indexes for foreign keys, which PostgreSQL does not index by itself.
  ///
  /// One that is the first column of an index needs no other.
  private mutating func addKeys(of table: Int, root: Int) {
    for (position, column) in mapping.tables[table].columns.enumerated() {
      switch column.origin {
      case .foreignKey(let location), .ownerKey(let location):
        guard leading[table]?.contains(position) != true else { continue }
        add([IndexedColumn(column: position)], table: table, .foreignKey(location))
      case .entityNumber:
        add([IndexedColumn(column: position)], table: table, .entityNumber(root: root))
      default: continue
      }
    }
  }

  /// Adds an index on the second column of a join table, because the primary key begins with the first.
  private mutating func addJoin(_ table: Int, _ join: PlannedJoin) {
    add(
      [IndexedColumn(column: 1), IndexedColumn(column: 0)],
      table: table,
      .join(join)
    )
  }
}
