import Diagnostics
import ManagedModel

/// Names and orders the indexes of a layout.
struct IndexLayout {
  var indexes: [IndexMapping] = []
  var issues: [SchemaIssue] = []

  let mapping: SchemaMapping
  let era: LayoutEra
  var names: NameAllocator
  let columns: IndexColumns

  /// The first index with each name.
  private var first: [String: IndexMapping] = [:]

  /// The names in use include those of the tables: SQLite has one namespace for both.
  init(mapping: SchemaMapping, era: LayoutEra, names: NameAllocator) {
    self.mapping = mapping
    self.era = era
    self.names = names
    columns = IndexColumns(mapping: mapping)
  }

  mutating func run() {
    for tree in trees() {
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

  /// The table of each tree of entities, with the join tables that follow it.
  private func trees() -> [(table: Int, root: Int, joins: [Int])] {
    var trees: [(table: Int, root: Int, joins: [Int])] = []
    for (position, table) in mapping.tables.enumerated() {
      switch table.content {
      case .objects(let root): trees.append((position, root, []))
      case .join:
        if !trees.isEmpty { trees[trees.count - 1].joins.append(position) }
      }
    }
    return trees
  }

  func tableName(_ table: Int) -> String { mapping.tables[table].name }

  func columnName(_ table: Int, _ column: Int) -> String {
    mapping.tables[table].columns[column].name
  }

  /// Adds an index, unless the same one exists already.
  ///
  /// Core Data creates indexes `IF NOT EXISTS`, so of two with one name it creates the first. That is followed here
  /// if nothing is lost; another index gets another name.
  mutating func add(
    _ name: String,
    table: Int,
    _ elements: [IndexedColumn],
    kind: FetchIndexElementType = .binary,
    isUnique: Bool = false,
    _ reason: IndexReason
  ) {
    var index = IndexMapping(
      name: name,
      table: table,
      elements: elements,
      isUnique: isUnique,
      kind: kind,
      reason: reason
    )
    if let first = first[name] {
      index.reason = first.reason
      if index == first { return }
      index.reason = reason
    } else {
      first[name] = index
    }
    index.name = names.unique(name)
    indexes.append(index)
  }

  /// The columns of all members; nil if one has none, and then the index is omitted and reported.
  mutating func resolve(
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

  /// Adds an index on the second column of a join table, because the primary key begins with the first.
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
