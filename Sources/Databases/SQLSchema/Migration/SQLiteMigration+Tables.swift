import ManagedModel
import ModelComparison

extension SQLiteMigration {
  /// Sets tables aside, renames those that remain, and creates the new ones.
  mutating func changeTables() {
    renameTables()
    for table in newTableOrder {
      switch ways[table] {
      case .keep: continue
      case .alter: alterColumns(of: table)
      case .create: create(table)
      case .rebuild:
        create(table)
        copyRows(into: table)
      }
    }
  }

  private var newTableOrder: Range<Int> { new.mapping.tables.indices }

  private mutating func renameTables() {
    var names = NameAllocator(
      reserving: (old.statements + new.statements).map(\.name) + CoreDataNames.systemTables
    )
    var taken = old.statements.map(\.name)
    let newNames = Set(
      new.statements.map { SQLiteText.folded($0.name) }
    )
    for table in old.mapping.tables.indices where isSetAside(oldTable: table) {
      let name = oldTable(table).name
      let isReplaced = !transition.successors(ofOldTable: table).isEmpty
      guard isReplaced || newNames.contains(SQLiteText.folded(name)) else { continue }
      let aside = names.unique("Z_OLD_\(name)")
      rename(table: name, to: aside, "set table \(name) aside")
      taken.removeAll { $0 == name }
      oldNames[table] = aside
    }
    var renames: [RenameSequence.Rename] = []
    for table in new.mapping.tables.indices where ways[table] == .alter {
      guard let source = transition.tables[table].source else { continue }
      renames.append(
        RenameSequence.Rename(from: oldNames[source], to: newTable(table).name)
      )
      oldNames[source] = newTable(table).name
    }
    let ordered = RenameSequence.ordered(
      renames,
      taken: taken,
      key: SQLiteText.folded,
      temporary: { names.unique("Z_OLD_\($0)") }
    )
    for step in ordered {
      rename(table: step.from, to: step.to, "rename table \(step.from) to \(step.to)")
    }
  }

  private mutating func rename(table name: String, to target: String, _ title: String) {
    add(
      .renameTable,
      title,
      "ALTER TABLE \(quoted(name)) RENAME TO \(quoted(target))"
    )
  }

  private mutating func create(_ table: Int) {
    let name = newTable(table).name
    guard let statement = new.statements.first(where: { $0.isTable && $0.name == name }) else {
      return
    }
    add(.createTable, "create table \(name)", statement.text)
  }

  private mutating func alterColumns(of table: Int) {
    guard let source = transition.tables[table].source else { return }
    let name = quoted(newTable(table).name)
    for (position, column) in newTable(table).columns.enumerated() {
      switch transition.tables[table].columns[position] {
      case .columns: continue
      case .none:
        add(
          .addColumn,
          "add column \(newTable(table).name).\(column.name)",
          "ALTER TABLE \(name) ADD COLUMN \(quoted(column.name)) \(SQLiteText.type(column.type))"
        )
      case .column(let position):
        let earlier = oldTable(source).columns[position].name
        guard !earlier.utf8.elementsEqual(column.name.utf8) else { continue }
        add(
          .renameColumn,
          "rename column \(newTable(table).name).\(earlier) to \(column.name)",
          "ALTER TABLE \(name) RENAME COLUMN \(quoted(earlier)) TO \(quoted(column.name))"
        )
      }
    }
  }

  mutating func dropTables() {
    for table in old.mapping.tables.indices where isSetAside(oldTable: table) {
      let isReplaced = !transition.successors(ofOldTable: table).isEmpty
      add(
        .dropTable,
        isReplaced ? "drop the table that was set aside" : "drop table \(oldTable(table).name)",
        "DROP TABLE \(quoted(oldNames[table]))",
        cautions: isReplaced || !transition.isLoss(ofOldTable: table) ? [] : [.losesData]
      )
    }
  }

}

// MARK: - Rows

extension SQLiteMigration {
  /// Fills a new table from the one that was set aside.
  private mutating func copyRows(into table: Int) {
    let change = transition.tables[table]
    guard let source = change.source else { return }
    var columns: [String] = []
    var values: [String] = []
    for (position, column) in newTable(table).columns.enumerated() {
      guard let value = value(of: position, of: table, from: source) else { continue }
      columns.append(column.name)
      values.append(value)
    }
    guard !columns.isEmpty else { return }
    var text = "INSERT INTO \(quoted(newTable(table).name)) (\(SQLiteText.list(columns))) "
    text += "SELECT \(values.joined(separator: ", ")) FROM \(quoted(oldNames[source]))"
    let loses = !change.leftNumbers.isEmpty
    if loses { text += " WHERE \(isAmong(change.entities.map(\.oldNumber)))" }
    add(
      .copyRows,
      "copy the rows of \(newTable(table).name)",
      text,
      work: .rewrite,
      of: table,
      cautions: losesValues(table, source) || changesValues(table) ? [.losesData] : []
    )
  }

  /// Whether the new type of some column changes values.
  private func changesValues(_ table: Int) -> Bool {
    newTable(table).columns.indices.contains { position in
      transition.numberConversions(into: ColumnReference(table: table, column: position))
        .contains(where: \.conversion.changesValues)
    }
  }

  /// Whether some old column is not continued, or not in all objects.
  private func losesValues(_ table: Int, _ source: Int) -> Bool {
    guard !transition.losesAttributes(inTable: table) else { return true }
    let successors = transition.successors(ofOldTable: source)
    let used = successors.reduce(into: Set<Int>()) { used, successor in
      for (position, columns) in transition.tables[successor].columns.enumerated()
      where value(of: position, of: successor, from: source) != nil {
        used.formUnion(columns.columns)
      }
    }
    return oldTable(source).columns.indices.contains { position in
      !used.contains(position)
        && transition.isLoss(ofOldColumn: ColumnReference(table: source, column: position))
    }
  }

  /// The expression for a column in terms of the old table; nil if no values are kept.
  private func value(of column: Int, of table: Int, from source: Int) -> String? {
    let change = transition.tables[table]
    let mapping = newTable(table).columns[column]
    func converted(_ position: Int) -> String? {
      let before = oldTable(source).columns[position]
      return mapping.type.sqliteConversion(from: before.type, of: quoted(before.name))
    }
    switch change.columns[column] {
    case .none: return nil
    case .column(let position):
      guard let expression = converted(position) else { return nil }
      return renumbered(expression, mapping.origin, change)
    case .columns(let columns):
      let cases = columns.compactMap { part in
        converted(part.column).map {
          " WHEN \(part.oldNumber) THEN \(renumbered($0, mapping.origin, change))"
        }
      }
      return cases.isEmpty ? nil : "CASE Z_ENT\(cases.joined()) END"
    }
  }

  /// The expression with entity numbers translated to those of the new model.
  private func renumbered(
    _ expression: String,
    _ origin: ColumnOrigin,
    _ change: TableTransition
  ) -> String {
    switch origin {
    case .entityNumber: renumbering(of: expression, change.entities) ?? expression
    case .destinationEntity(let location):
      renumbering(of: expression, destinationEntities(of: location)) ?? expression
    default: expression
    }
  }

  /// The entities of the table that a relationship leads to.
  func destinationEntities(of location: PropertyLocation) -> [EntityTransition] {
    guard
      let end = new.mapping.model.entities[location.entity].ends[location.property].destination
    else { return [] }
    return transition.tables[new.mapping.entities[end].table].entities
  }

  /// An expression with the new number for each old one; nil if all stay the same.
  func renumbering(of expression: String, _ entities: [EntityTransition]) -> String? {
    let cases = entities.filter { $0.oldNumber != $0.newNumber }
      .map { " WHEN \($0.oldNumber) THEN \($0.newNumber)" }
    guard !cases.isEmpty else { return nil }
    return "CASE \(expression)\(cases.joined()) ELSE \(expression) END"
  }

  func isAmong(_ numbers: [Int]) -> String {
    "Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }
}

extension SchemaStatement {
  /// Whether the statement creates a table of the model.
  var isTable: Bool { kind == .table || kind == .joinTable }
}
