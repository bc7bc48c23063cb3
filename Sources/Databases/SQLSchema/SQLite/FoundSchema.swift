/// The schema of an existing store, which may differ from its model's: Core Data of other years wrote other indexes,
/// earlier migrations have left things behind, and names of join tables vary.
package struct FoundSchema: Sendable {
  /// The statements in `sqlite_master`, in their order.
  package var statements: [SchemaStatement]

  /// The rows of `Z_PRIMARYKEY` without the highest keys.
  package var primaryKeyRows: [PrimaryKeyRow]

  /// The columns of tables, by the names of the tables.
  package var columns: [String: [String]]

  package init(
    statements: [SchemaStatement],
    primaryKeyRows: [PrimaryKeyRow],
    columns: [String: [String]]
  ) {
    self.statements = statements
    self.primaryKeyRows = primaryKeyRows
    self.columns = columns
  }

  /// Whether there are tables of persistent history.
  ///
  /// The tables count as present if only some exist: the numbers in those of entities and transactions still matter.
  package var tracksHistory: Bool {
    let names = Set(statements.map(\.name))
    return HistoryTables.tableNames.contains(where: names.contains)
  }
}

extension FoundSchema {
  /// A row of `sqlite_master` as a statement; nil for what does not belong to Core Data.
  ///
  /// - Parameters:
  ///   - type: `table`, `index` or `trigger`.
  ///   - name: The name of the object.
  ///   - table: The table that it belongs to.
  ///   - text: The statement.
  /// - Returns: The statement with its kind.
  package static func statement(
    type: String,
    name: String,
    table: String,
    text: String
  ) -> SchemaStatement? {
    let kind: SchemaStatementKind
    switch type {
    case "table" where isSystemTable(name): kind = .systemTable
    case "table" where text.hasPrefix("CREATE VIRTUAL"):
      guard name.hasPrefix("Z_RT_") else { return nil }
      kind = .virtualTable
    case "table" where name.hasPrefix("Z"): kind = .table
    case "index" where isSystemTable(table): kind = .systemIndex
    // Tables of mirroring have such indexes too.
    case "index" where name.hasPrefix("Z") && table.hasPrefix("Z"):
      kind = text.hasPrefix("CREATE UNIQUE") ? .uniqueIndex : .index
    case "trigger" where name.hasPrefix("Z_DA_") || name.hasPrefix("Z_RT_"): kind = .trigger
    default: return nil
    }
    return SchemaStatement(kind, name: name, text: text, element: .store)
  }

  private static func isSystemTable(_ name: String) -> Bool {
    CoreDataNames.systemTables.contains(name) || HistoryTables.tableNames.contains(name)
  }
}

extension SQLiteSchema {
  /// The schema of an existing store.
  ///
  /// - Parameters:
  ///   - mapping: The mapping of the model, with the names of the store.
  ///   - found: The schema that was found.
  package init(_ mapping: SchemaMapping, found: FoundSchema) {
    let columns = Dictionary(
      found.columns.map { (SQLiteText.folded($0.key), $0.value) },
      uniquingKeysWith: { first, _ in first }
    )
    let strange = mapping.tables.indices.filter { table in
      let known = Set(mapping.tables[table].columns.map { SQLiteText.folded($0.name) })
      let present = columns[SQLiteText.folded(mapping.tables[table].name)] ?? []
      return present.contains { !known.contains(SQLiteText.folded($0)) }
    }
    self.init(
      mapping,
      statements: found.statements,
      primaryKeyRows: found.primaryKeyRows,
      tracksHistory: found.tracksHistory,
      strangeTables: Set(strange),
      mirrorTables: found.columns.filter { name, columns in
        name.hasPrefix("ANSCK") && columns.contains("ZENTITYID")
      }.keys.sorted()
    )
  }

  /// The schema that a store has after a migration.
  ///
  /// Rows of `Z_PRIMARYKEY` for entities of history and of mirroring stay as they are: Core Data adds them when it
  /// needs them.
  ///
  /// - Parameters:
  ///   - mapping: The mapping of the new model.
  ///   - old: The schema of the store.
  package init(_ mapping: SchemaMapping, following old: SQLiteSchema) {
    let fresh = Self(mapping, tracksHistory: old.tracksHistory)
    self.init(
      mapping,
      statements: fresh.statements,
      primaryKeyRows: fresh.primaryKeyRows.filter { $0.number < HistoryTables.firstNumber }
        + old.primaryKeyRows.filter { $0.number >= HistoryTables.firstNumber },
      tracksHistory: old.tracksHistory,
      strangeTables: [],
      mirrorTables: old.mirrorTables
    )
  }
}
