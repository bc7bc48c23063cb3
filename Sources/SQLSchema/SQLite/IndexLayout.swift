import Diagnostics
import ManagedModel

/// Names and orders the indexes of a layout.
struct IndexLayout {
  private(set) var indexes: [IndexMapping] = []
  private(set) var issues: [SchemaIssue] = []

  private let mapping: SchemaMapping
  private let era: LayoutEra
  private var names: NameAllocator
  private let columns: IndexColumns

  /// The names that are taken go on from those of the tables: SQLite keeps both in one space.
  init(mapping: SchemaMapping, era: LayoutEra, names: NameAllocator) {
    self.mapping = mapping
    self.era = era
    self.names = names
    columns = IndexColumns(mapping: mapping)
  }

  mutating func run() {
    var joins: [Int] = []
    // A tree's join tables stand behind its own table.
    var trees: [(table: Int, root: Int, joins: [Int])] = []
    for (position, table) in mapping.tables.enumerated() {
      switch table.content {
      case .objects(let root):
        joins = []
        trees.append((position, root, joins))
      case .join:
        guard !trees.isEmpty else { continue }
        trees[trees.count - 1].joins.append(position)
      }
    }
    for tree in trees {
      let members = mapping.entities[tree.root].familyNumbers
        .compactMap { mapping.entity(numbered: $0)?.index }
      if !era.hasFetchIndexes { addIndexedAttributes(of: members, table: tree.table) }
      addForeignKeys(of: tree.table)
      for join in tree.joins { addJoin(join) }
      if members.count > 1 { addEntityNumber(table: tree.table, root: tree.root) }
      for member in members {
        if era.hasFetchIndexes {
          addFetchIndexes(of: member, table: tree.table)
        } else {
          addCompoundIndexes(of: member, table: tree.table)
        }
        addUniquenessConstraints(of: member, table: tree.table)
      }
    }
  }

  private func tableName(_ table: Int) -> String { mapping.tables[table].name }

  private func columnName(_ table: Int, _ column: Int) -> String {
    mapping.tables[table].columns[column].name
  }

  private mutating func add(
    _ name: String,
    table: Int,
    _ elements: [IndexedColumn],
    kind: FetchIndexElementType = .binary,
    isUnique: Bool = false,
    _ reason: IndexReason
  ) {
    indexes.append(
      IndexMapping(
        name: names.unique(name),
        table: table,
        elements: elements,
        isUnique: isUnique,
        kind: kind,
        reason: reason
      )
    )
  }
}

// MARK: - Indexes that follow from tables

extension IndexLayout {
  private mutating func addForeignKeys(of table: Int) {
    for (position, column) in mapping.tables[table].columns.enumerated() {
      switch column.origin {
      case .foreignKey(let location), .ownerKey(let location):
        add(
          "\(tableName(table))_\(column.name)_INDEX",
          table: table,
          [IndexedColumn(column: position)],
          .foreignKey(location)
        )
      default: continue
      }
    }
  }

  /// The primary key of a join table begins with its first column, so the second needs an index.
  private mutating func addJoin(_ table: Int) {
    guard case .join(let join) = mapping.tables[table].content,
      mapping.tables[table].columns.count > 1
    else { return }
    add(
      "\(tableName(table))_\(columnName(table, 1))_INDEX",
      table: table,
      [IndexedColumn(column: 1), IndexedColumn(column: 0)],
      .join(join)
    )
  }

  private mutating func addEntityNumber(table: Int, root: Int) {
    guard let column = mapping.entityNumberColumn(ofTable: table)?.column else { return }
    add(
      "\(tableName(table))_\(columnName(table, column))_INDEX",
      table: table,
      [IndexedColumn(column: column)],
      .entityNumber(root: root)
    )
  }
}

// MARK: - Indexes of the model, before fetch indexes

extension IndexLayout {
  /// `indexed` flags; a fetch index on one attribute says the same.
  ///
  /// In the order of the columns.
  private mutating func addIndexedAttributes(of members: [Int], table: Int) {
    var found: [(column: Int, location: PropertyLocation)] = []
    for member in members {
      for location in IndexedAttributes.flagged(in: mapping.model, entity: member)
        + IndexedAttributes.ofFetchIndexes(in: mapping.model, entity: member)
      {
        guard case .attribute(let column) = mapping[location],
          !found.contains(where: { $0.column == column.column })
        else { continue }
        found.append((column.column, location))
      }
    }
    for (column, location) in found.sorted(by: { $0.column < $1.column }) {
      add(
        "\(tableName(table))_\(columnName(table, column))_INDEX",
        table: table,
        [IndexedColumn(column: column)],
        .indexedAttribute(location)
      )
    }
  }

  private mutating func addCompoundIndexes(of entity: Int, table: Int) {
    let model = mapping.model.entities[entity].entity
    for (position, index) in (model.compoundIndexes ?? []).enumerated() {
      addCompound(
        index.members.map(\.name),
        of: entity,
        table: table,
        .compoundIndex(entity: entity, position: position)
      )
    }
    for (position, index) in model.fetchIndexes.enumerated() where index.elements.count > 1 {
      addCompound(
        index.elements.map { $0.propertyName ?? "" },
        of: entity,
        table: table,
        .fetchIndex(entity: entity, position: position)
      )
    }
  }

  private mutating func addCompound(
    _ members: [String],
    of entity: Int,
    table: Int,
    _ reason: IndexReason
  ) {
    guard let found = resolve(members, of: entity, reason), !found.isEmpty else { return }
    let name = ([tableName(table)] + found.map { columnName(table, $0) }).joined(separator: "_")
    add(name, table: table, found.map { IndexedColumn(column: $0) }, reason)
  }

  /// The columns of all members, or nil when one has none; then the index is left out and reported.
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
      result.append(column)
    }
    return result
  }
}

// MARK: - Fetch indexes

extension IndexLayout {
  /// First what old flags ask for, then the fetch indexes as they are declared.
  private mutating func addFetchIndexes(of entity: Int, table: Int) {
    let model = mapping.model.entities[entity].entity
    var flagged = IndexedAttributes.flagged(in: mapping.model, entity: entity)
    if era.repeatsSingleAttributeIndexes {
      flagged = IndexedAttributes.merged(
        flagged,
        IndexedAttributes.ofFetchIndexes(in: mapping.model, entity: entity),
        in: mapping.model
      )
    }
    for location in flagged {
      let name = mapping.model.property(at: location).name
      guard case .attribute(let column) = mapping[location],
        !model.fetchIndexes.contains(where: { $0.name == name })
      else { continue }
      add(
        "Z_\(model.name)_\(name)",
        table: table,
        [IndexedColumn(column: column.column)],
        .indexedAttribute(location)
      )
    }
    for (position, index) in (model.compoundIndexes ?? []).enumerated() {
      addFetchIndex(
        FetchIndex(
          name: index.members.map(\.name).joined(separator: "_"),
          elements: index.members.map { FetchIndexElement(propertyName: $0.name) }
        ),
        of: entity,
        table: table,
        .compoundIndex(entity: entity, position: position)
      )
    }
    for (position, index) in model.fetchIndexes.enumerated() {
      addFetchIndex(
        index,
        of: entity,
        table: table,
        .fetchIndex(entity: entity, position: position)
      )
    }
  }

  private mutating func addFetchIndex(
    _ index: FetchIndex,
    of entity: Int,
    table: Int,
    _ reason: IndexReason
  ) {
    let isRTree = index.elements.contains { $0.type == .rTree }
    guard !index.elements.isEmpty, !(isRTree && index.elements.count > 5),
      let found = resolve(index.elements.map { $0.propertyName ?? "" }, of: entity, reason)
    else { return }
    // A relationship's key has its own index already.
    if found.count == 1, case .foreignKey = mapping.tables[table].columns[found[0]].origin {
      return
    }
    if index.partialPredicateText?.isEmpty == false {
      issues.append(.partialIndex(index.name, reason, in: mapping.model))
    }
    var elements = zip(found, index.elements).map { column, element in
      IndexedColumn(column: column, isAscending: element.isAscending)
    }
    if isRTree {
      // The dimensions of an R-tree have names, so each can be there once.
      var seen: Set<Int> = []
      elements = elements.filter { seen.insert($0.column).inserted }
    }
    let entityName = mapping.model.entities[entity].name
    add(
      isRTree ? "Z_RT_\(entityName)_\(index.name)" : "Z_\(entityName)_\(index.name)",
      table: table,
      elements,
      kind: isRTree ? .rTree : .binary,
      reason
    )
    if isRTree, let name = indexes.last?.name {
      // SQLite keeps the contents of an R-tree in tables of its own.
      for shadow in ["_node", "_parent", "_rowid"] { _ = names.unique(name + shadow) }
    }
  }
}

// MARK: - Uniqueness constraints

extension IndexLayout {
  private mutating func addUniquenessConstraints(of entity: Int, table: Int) {
    let model = mapping.model.entities[entity].entity
    for (position, constraint) in (model.uniquenessConstraints ?? []).enumerated() {
      let reason = IndexReason.uniquenessConstraint(entity: entity, position: position)
      guard era.hasFetchIndexes || era.writesConstraintsIntoTables else {
        issues.append(.constraintInOldEra(entity, reason, in: mapping.model))
        continue
      }
      let members = constraint.members.map(\.name)
      guard let found = resolve(members, of: entity, reason), !found.isEmpty else { continue }
      let elements = found.map { IndexedColumn(column: $0) }
      if era.writesConstraintsIntoTables {
        // The name of a constraint is known to its table alone.
        indexes.append(
          IndexMapping(
            name: found.map { columnName(table, $0) }.joined(separator: "_"),
            table: table,
            elements: elements,
            isUnique: true,
            reason: reason
          )
        )
      } else {
        add(
          "Z_\(model.name)_UNIQUE_\(members.joined(separator: "_"))",
          table: table,
          elements,
          isUnique: true,
          reason
        )
      }
    }
  }
}
