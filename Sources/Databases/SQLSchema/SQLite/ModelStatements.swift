import ManagedModel

/// The statements for the tables and indexes of a mapping.
struct ModelStatements {
  private let mapping: SchemaMapping
  private let era: LayoutEra

  /// The constraints in the definitions of tables, by the table.
  private let constraints: [Int: [IndexMapping]]

  /// The indexes that have statements of their own.
  private let indexes: [IndexMapping]

  init(mapping: SchemaMapping, era: LayoutEra) {
    self.mapping = mapping
    self.era = era
    func isConstraint(_ index: IndexMapping) -> Bool {
      guard case .uniquenessConstraint = index.reason else { return false }
      return era.writesConstraintsIntoTables
    }
    constraints = Dictionary(grouping: mapping.indexes.filter(isConstraint), by: \.table)
    indexes = mapping.indexes.filter { !isConstraint($0) }
  }

  func statements() -> [SchemaStatement] {
    guard era.placesIndexesBehindTables else {
      return mapping.tables.indices.map(table) + indexes.flatMap(statements(for:))
    }
    let byTable = Dictionary(grouping: indexes, by: \.table)
    return mapping.tables.indices.flatMap { position in
      [table(position)] + (byTable[position] ?? []).flatMap(statements(for:))
    }
  }
}

// MARK: - Tables

extension ModelStatements {
  private func table(_ position: Int) -> SchemaStatement {
    let table = mapping.tables[position]
    let name = SQLiteText.identifier(table.name)
    let columns = table.columns.map(definition).joined(separator: ", ")
    switch table.content {
    case .join(let join):
      let keys = SQLiteText.list(table.columns.prefix(2).map(\.name))
      return SchemaStatement(
        .joinTable,
        name: table.name,
        text: "CREATE TABLE \(name) ( \(columns), PRIMARY KEY (\(keys)) )",
        element: .property(join.owner)
      )
    case .objects(let root):
      let constraints = constraints[position] ?? []
      // Core Data omits the last space after a constraint.
      let end = constraints.isEmpty ? " )" : ")"
      return SchemaStatement(
        .table,
        name: table.name,
        text: "CREATE TABLE \(name) ( \(columns)\(constraints.map(constraint).joined())\(end)",
        element: .entity(root)
      )
    }
  }

  private func definition(of column: ColumnMapping) -> String {
    let type = SQLiteText.type(column.type)
    let key = column.origin == .objectKey ? " PRIMARY KEY" : ""
    return "\(SQLiteText.identifier(column.name)) \(type)\(key)"
  }

  private func constraint(_ index: IndexMapping) -> String {
    let columns = SQLiteText.list(columnNames(of: index))
    return ", CONSTRAINT \(SQLiteText.identifier(index.name)) UNIQUE (\(columns))"
  }

  private func columnNames(of index: IndexMapping) -> [String] {
    index.elements.map { mapping.tables[index.table].columns[$0.column].name }
  }
}

// MARK: - Indexes

extension ModelStatements {
  private func statements(for index: IndexMapping) -> [SchemaStatement] {
    if index.kind == .rTree {
      return RTreeStatements(
        index: index,
        table: mapping.tables[index.table].name,
        columns: columnNames(of: index)
      ).statements()
    }
    let columns = zip(columnNames(of: index), index.elements).map { name, element in
      SQLiteText.identifier(name) + suffix(of: element, in: index)
    }
    let table = SQLiteText.identifier(mapping.tables[index.table].name)
    return [
      SchemaStatement(
        index.isUnique ? .uniqueIndex : .index,
        name: index.name,
        text: "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLiteText.identifier(index.name)) "
          + "ON \(table) (\(columns.joined(separator: ", ")))",
        element: index.reason.element
      )
    ]
  }

  /// The direction and collation of indexes that the model declares; those that belong to tables have none.
  private func suffix(of element: IndexedColumn, in index: IndexMapping) -> String {
    guard era.hasFetchIndexes else { return "" }
    switch index.reason {
    case .foreignKey, .join, .entityNumber: return ""
    case .indexedAttribute, .compoundIndex, .fetchIndex, .uniquenessConstraint:
      return " COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
    }
  }
}
